import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { buildSync } from 'esbuild'
import { expect, test } from 'vitest'
import { shopScript } from '#http/pages/embedded/script.ts'
import { assetOf, findAsset } from './assets.ts'
import { bundleOf, PAGE_SCRIPTS, SHOP_SCRIPTS } from './bundle.ts'

const ALL = [...PAGE_SCRIPTS, ...SHOP_SCRIPTS]
const WEB = fileURLToPath(new URL('../../web', import.meta.url))

test.each(ALL)('%s is strict on any page', (script) => {
  expect(bundleOf(script).code.trimStart()).toMatch(/^"use strict";/)
})

test.each([4, 64])('a script for shops leaves nothing global behind, with an address of %i letters', (length) => {
  const { content } = shopScript('embedded-fields', `https://${'p'.repeat(length)}.example.com`)
  const page = createContext({})
  runInContext(content, page)
  expect(Object.keys(page)).toEqual([])
  expect(runInContext('typeof GATEWAY_URL', page)).toBe('undefined')
})

test.each([4, 64])('its source map leads to the very line, with an address of %i letters', (length) => {
  const { content, mapPath } = shopScript('embedded-fields', `https://${'p'.repeat(length)}.example.com`)
  expect(placeOf('"insecure_page"', content, mapPath)).toEqual({
    source: expect.stringMatching(/^main\.ts$/),
    line: expect.stringContaining("throw new PaymentError('insecure_page'"),
  })
})

test('the map of our script leads to the module it came from', () => {
  const { content, mapPath } = assetOf('card-frame/main.ts')
  expect(placeOf('"cc-csc"', content, mapPath!).line).toContain("'cc-csc'")
})

test('a map names no folder of the machine it was made on', () => {
  for (const script of ALL) expect(bundleOf(script).map).not.toContain(WEB)
})

test('no module of a script imports itself over others', () => {
  const { metafile } = buildSync({
    entryPoints: ALL,
    absWorkingDir: WEB,
    outdir: WEB,
    write: false,
    bundle: true,
    metafile: true,
  })
  const follow = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) return [[...way, path].join(' > ')]
    return metafile.inputs[path]!.imports.flatMap((next) => follow(next.path, [...way, path]))
  }
  expect(ALL.flatMap((script) => follow(script, []))).toEqual([])
})

/** Place of a served text in the sources, as a debugger finds it. */
function placeOf(text: string, content: string, mapPath: string): { source: string; line: string } {
  const payload = JSON.parse(findAsset(mapPath)!.content)
  const before = content.slice(0, content.indexOf(text)).split('\n')
  const entry = new SourceMap(payload).findEntry(before.length - 1, before.at(-1)!.length)
  if (!('originalSource' in entry)) throw new Error(`${text} is on no map.`)
  const sources: string = payload.sourcesContent[payload.sources.indexOf(entry.originalSource)]
  return { source: entry.originalSource, line: sources.split('\n')[entry.originalLine]! }
}
