import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ModuleFolder, openModuleFolder } from '#test/provider-module.ts'

let folder: ModuleFolder
beforeAll(async () => {
  folder = await openModuleFolder()
})
afterAll(() => folder.remove())

const STUCK: readonly (readonly [name: string, source: string, reason: string])[] = [
  ['loops while it loads', 'for (;;);', 'was not ready within 20 s: it loops, or ends its process.'],
  [
    'loops at its call',
    'export default () => { for (;;); }',
    'was not ready within 20 s: it loops, or ends its process.',
  ],
  ['waits endlessly', 'await new Promise(() => {})', 'cannot be loaded: Error: it was not ready within 10 s.'],
]

it.concurrent.each(STUCK)(
  'the gateway does not start with a module that %s',
  { tags: ['full'], timeout: 120_000 },
  async (name, source, reason) => {
    const place = await folder.write(`${name.replaceAll(' ', '-')}.mjs`, source)
    const env = {
      PATH: process.env.PATH,
      PROVIDER_MODULES: place,
      DATABASE_URL: 'postgres://gateway@127.0.0.1:1/unreachable',
    }
    const start = promisify(execFile)(process.execPath, ['src/main.ts'], { env, timeout: 100_000 })
    const stderr = `Tollgate stops: PROVIDER_MODULES: ${place} ${reason}\n`
    await expect(start).rejects.toMatchObject({ code: 1, stderr })
  },
)
