#!/usr/bin/env node
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { judge } from './judge.ts'
import { proveModule } from './prove.ts'

const USAGE = `Usage: tollgate-provider <module> --sandbox <module> [--timeout <seconds>]
       tollgate-provider prove <module> --credentials <file> [--settings <file>] [--method <method>]
         [--notices-port <port>] [--origin <url>] [--timeout <seconds>]`
const DEFAULT_SECONDS = '60'
const MOST_SECONDS = 600
/** Runs TypeScript without a build. */
const NODE = 24

const TEXT = { type: 'string' } as const
const OF_PROOF = { credentials: TEXT, settings: TEXT, method: TEXT, 'notices-port': TEXT, origin: TEXT }
const OPTIONS = { sandbox: TEXT, timeout: { ...TEXT, default: DEFAULT_SECONDS }, ...OF_PROOF }

process.exitCode = await run()

/** @returns the exit code */
async function run(): Promise<0 | 1> {
  try {
    if (Number.parseInt(process.versions.node, 10) < NODE) throw new Error(`This program needs Node ${NODE} or newer.`)
    return (await perform()) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}

/** @returns true if every promise is kept @throws Error to print */
async function perform(): Promise<boolean> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS })
  const { sandbox, timeout, credentials, ...others } = values
  const isProof = positionals[0] === 'prove'
  const [module, ...rest] = isProof ? positionals.slice(1) : positionals
  const limitMs = Number(timeout) * 1000
  const isInRange = limitMs > 0 && limitMs <= MOST_SECONDS * 1000
  if (!module || rest.length > 0 || !isInRange) throw new Error(USAGE)
  if (isProof && credentials) return proveModule(pathOf(module), credentials, limitMs, others)
  if (isProof || !sandbox) throw new Error(USAGE)
  return judge(pathOf(module), pathOf(sandbox), limitMs)
}

/** Path of a module: of a file, or of a package that is installed in the working directory. */
function pathOf(place: string): string {
  if (/^\.{0,2}\//.test(place)) return resolve(place)
  return createRequire(join(process.cwd(), 'package.json')).resolve(place)
}
