import { expect, it } from 'vitest'
import { highlight } from './highlight.ts'

it.each([
  ['json', '{ "a": "b", "n": 12 }', ['key "a"', 'string "b"', 'key "n"', 'number 12']],
  ['sh', "curl 'https://x.example/#a' # say", ["string 'https://x.example/#a'", 'comment # say']],
  ['ts', "const a = 'b' // c", ['word const', "string 'b'", 'comment // c']],
  ['python', 'if x: # y\n  return "#"', ['word if', 'comment # y', 'word return', 'string "#"']],
  ['sql', "select 'a' -- b", ['word select', "string 'a'", 'comment -- b']],
  ['http', 'POST /api/x', []],
])('%s: the parts of “%s” have their kinds', (language, code, expected) => {
  const parts = highlight(code, language)
    .toString()
    .matchAll(/<span class="code-(\w+)">(.*?)<\/span>/g)
  const found = [...parts].map(
    ([, kind, text]) => `${kind} ${text!.replaceAll('&quot;', '"').replaceAll('&#39;', "'")}`,
  )
  expect(found).toEqual(expected)
})

it.each(['json', 'sh', 'ts', 'html', 'unknown'])('%s keeps every character, and markup in it is text', (language) => {
  const code = '<b>"a\n\'`$x` \\" // # /* --\n</b> 1_000n'
  const text = highlight(code, language)
    .toString()
    .replaceAll(/<\/?span[^>]*>/g, '')
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  expect(text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name]!)).toBe(code)
})
