#!/usr/bin/env node
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { judge } from './judge.ts'

const USAGE = 'Usage: tollgate-provider <module> --sandbox <module> [--timeout <seconds>]'
const DEFAULT_SECONDS = '60'
const MOST_SECONDS = 600
/** Runs TypeScript without a build. */
const NODE = 24

process.exitCode = await run()

/** @returns the exit code */
async function run(): Promise<0 | 1> {
  try {
    if (Number.parseInt(process.versions.node, 10) < NODE) throw new Error(`This program needs Node ${NODE} or newer.`)
    const { module, sandbox, seconds } = readArguments()
    return (await judge(module, sandbox, seconds * 1000)) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sandbox: { type: 'string' }, timeout: { type: 'string', default: DEFAULT_SECONDS } },
  })
  const [module, ...others] = positionals
  const seconds = Number(values.timeout)
  if (!module || others.length > 0 || !values.sandbox || !(seconds > 0 && seconds <= MOST_SECONDS))
    throw new Error(USAGE)
  return { module: pathOf(module), sandbox: pathOf(values.sandbox), seconds }
}

/** Path of a module: of a file, or of a package that is installed in the working directory. */
function pathOf(place: string): string {
  if (/^\.{0,2}\//.test(place)) return resolve(place)
  return createRequire(join(process.cwd(), 'package.json')).resolve(place)
}
