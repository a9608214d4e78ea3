import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startupBanner } from '#app/supervisor/startup-banner.ts'
import { readTestConfig } from '#test/read-test-config.ts'

// The README is short and true.

const README = readFileSync('README.md', 'utf8')
const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8'))

test('has at most 600 words', () => {
  expect(README.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(600)
})

test('shows what a start prints', () => {
  const shown = /```\n(Tollgate is ready.*?)\n```/s.exec(README)![1]!
  const printed = startupBanner(readTestConfig()).trim()
  // Paths of this machine are left out, and the end of the long line.
  const beginnings = shown.split('\n').map((line) => line.split('…')[0]!)
  const lines = printed.split('\n')
  expect(lines.map((line, index) => line.slice(0, beginnings[index]?.length))).toEqual(beginnings)
})

test('everything but the shop is printed at one host', () => {
  const hosts = [...startupBanner(readTestConfig()).matchAll(/https?:\/\/([^/\s]+)/g)].map(([, host]) => host)
  expect(new Set(hosts)).toEqual(new Set(['127.0.0.1:3000', 'localhost:3001']))
})

test.each([
  ['license', `License: ${PACKAGE.license}`],
  ['node', `Node: ${PACKAGE.engines.node.replace('>=', '')} or newer`],
  ['openapi', 'API: OpenAPI 3.1'],
])('the badge of the %s is true', (name, text) => {
  expect(readFileSync(`docs/images/badge-${name}.svg`, 'utf8')).toContain(`<title>${text}</title>`)
  expect(README).toContain(`![${text}](docs/images/badge-${name}.svg)`)
})

test('every picture of the documents is shown in one', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md', 'plugins/*/*.md']).map((path) =>
    readFileSync(path, 'utf8'),
  )
  const unused = globSync('docs/images/*').filter((path) => {
    const name = path.split('/').at(-1)!
    return !documents.some((text) => text.includes(`images/${name}`))
  })
  expect(unused).toEqual([])
})
