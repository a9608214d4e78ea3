import { existsSync, renameSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { MUTANTS } from '../mutants.ts'
import { POINTS, type Point } from './points.ts'

// Loaded by `node --import` into the processes of a gateway under test, and nowhere else: the gateway's own code knows
// nothing of it. Modules that hold a point are wrapped as they are loaded.

const SOURCE = new URL('../../../../src/', import.meta.url).href
const ORIGINAL = '?original'
const { FAILPOINTS: directory = '', MUTANT: mutantName } = process.env
const role = process.argv[2]
const points = POINTS.filter((point) => point.role === role)
const mutant = MUTANTS.find(({ name }) => name === mutantName)

// biome-ignore lint/suspicious/noExplicitAny: any arguments and results of the wrapped function
type Call = (...args: any[]) => any

registerHooks({
  load(url, context, nextLoad) {
    const calls = callsIn(url)
    if (calls.length === 0) return nextLoad(url, context)
    return { format: 'module', shortCircuit: true, source: wrapperOf(url, calls) }
  },
})

/** Exported functions of a module that are to be wrapped. */
function callsIn(url: string): string[] {
  const held = [...points, ...(mutant ? [mutant] : [])].filter(({ module }) => SOURCE + module === url)
  return [...new Set(held.map(({ call }) => call.split('.')[0]!))]
}

/** The module as others see it: everything the original has, with some functions wrapped. */
function wrapperOf(url: string, names: readonly string[]): string {
  const original = JSON.stringify(url + ORIGINAL)
  const wrapped = names.map(
    (name) => `export const ${name} = wrap(${JSON.stringify(url)}, '${name}', original.${name})`,
  )
  return [
    `import { wrap } from ${JSON.stringify(import.meta.url)}`,
    `import * as original from ${original}`,
    `export * from ${original}`,
    ...wrapped,
  ].join('\n')
}

/** @param name of the exported function that `call` is */
export function wrap(url: string, name: string, call: Call): Call {
  const here = points.filter((point) => SOURCE + point.module === url && point.call.split('.')[0] === name)
  const own = mutant && SOURCE + mutant.module === url && mutant.call === name ? mutant.change(call) : call
  const outer = around(
    here.filter((point) => !point.call.includes('.')),
    own,
  )
  const methods = here.filter((point) => point.call.includes('.'))
  return methods.length === 0 ? outer : (...args) => withMethods(outer(...args), methods)
}

function withMethods(made: Record<string, Call>, held: readonly Point[]): Record<string, Call> {
  const names = [...new Set(held.map(({ call }) => call.split('.')[1]!))]
  const wrapped = names.map((name) => {
    const here = held.filter(({ call }) => call.endsWith(`.${name}`))
    return [name, around(here, made[name]!)]
  })
  return { ...made, ...Object.fromEntries(wrapped) }
}

function around(held: readonly Point[], call: Call): Call {
  if (held.length === 0) return call
  return async (...args) => {
    pass(held, 'before')
    const answer = await call(...args)
    pass(held, 'after')
    return answer
  }
}

/** Dies where a trap is set. Renaming it is how one of several processes becomes the one that dies. */
function pass(held: readonly Point[], when: Point['when']): void {
  for (const { name } of held.filter((point) => point.when === when)) {
    const trap = join(directory, 'armed', name)
    if (existsSync(trap) && springs(trap, name)) process.kill(process.pid, 'SIGKILL')
  }
}

function springs(trap: string, name: string): boolean {
  try {
    renameSync(trap, join(directory, 'sprung', `${name}.${process.pid}`))
    return true
  } catch {
    return false
  }
}
