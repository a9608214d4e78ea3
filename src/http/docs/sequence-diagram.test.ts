import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sequenceDiagram } from './sequence-diagram.ts'
import { docsSite } from './site.ts'

const SOURCE = `sequenceDiagram
  participant B as Browser
  participant G as Gateway
  B->>G: pay <now>
  Note over B,G: it takes a while
  alt approved
  G-->>B: done
  end`

test('a sequence diagram is drawn, and described in text', () => {
  const drawn = String(sequenceDiagram(SOURCE))
  expect(drawn).toMatch(/<svg[^>]*aria-hidden="true"/)
  expect(drawn).toContain('<text x="190" y="80">pay &lt;now&gt;</text>')
  expect([...drawn.matchAll(/<li>(.*?)<\/li>/g)].map(([, words]) => words)).toEqual([
    'Browser → Gateway: pay &lt;now&gt;',
    'Browser, Gateway: it takes a while',
    'either: approved',
    'Gateway → Browser: done',
  ])
  expect(drawn).not.toContain('->>')
})

test.each([
  ['flowchart LR\n A --> B'],
  ['sequenceDiagram\n participant A as B\n A->>Z: who?'],
  ['sequenceDiagram\n participant A as B\n something else'],
])('what is no sequence diagram stays as it is written: %j', (source) => {
  expect(sequenceDiagram(source)).toBeUndefined()
})

test('every sequence diagram of the documents is drawn: no reader sees its source', async () => {
  const site = await docsSite()
  const markup = [...site.pages.values()].map(({ body }) => body.toString())
  expect(markup.filter((page) => page.includes('sequenceDiagram'))).toEqual([])
  expect(markup.join('').split('class="docs-diagram"')).toHaveLength(
    1 +
      ['docs/contribute/flows.md', 'docs/integrate/three-ds.md'].flatMap(
        (path) => readFileSync(path, 'utf8').match(/sequenceDiagram/g)!,
      ).length,
  )
})
