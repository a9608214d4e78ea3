import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importedBy } from '#test/imports.ts'
import { POINTS } from './simulation/campaign/failpoints/points.ts'
import { MUTANTS } from './simulation/campaign/mutants.ts'

// The fault campaign wraps functions of the gateway by name, as modules are loaded. With a name that no longer exists,
// or is no longer imported, it would pass without having tried anything.

interface Named {
  readonly name: string
  readonly module: string
  readonly call: string
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => join('src', path))

/** Returns what the campaign would wrap: an exported function, or a method of its result. */
async function wrapped({ module, call }: Named): Promise<unknown> {
  const [name, method] = call.split('.')
  const found = (await import(join(process.cwd(), 'src', module)))[name!]
  return method === undefined ? found : found()[method]
}

/** Files that get the function from its module: only their calls are wrapped, not those within the module. */
function callersOf({ module, call }: Named): string[] {
  const [name] = call.split('.')
  const path = join('src', module)
  return sources.filter(
    (source) => importedBy(source).includes(path) && new RegExp(`\\b${name}\\b`).test(readFileSync(source, 'utf8')),
  )
}

test.each<Named>([...POINTS, ...MUTANTS])('$name names a function that others call', async (named) => {
  expect(await wrapped(named)).toBeTypeOf('function')
  expect(callersOf(named)).not.toEqual([])
})
