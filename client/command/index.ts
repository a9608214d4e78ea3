#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Access, findAccess, isHttpUrl } from './access.ts'
import { failureLines } from './failure.ts'
import { listen } from './listen.ts'
import { followLogs } from './logs.ts'
import { endWithReader, type OutputLine, printLines } from './output-line.ts'
import { say, sayAside } from './say.ts'
import { EVENTS, trigger } from './trigger.ts'

// The command of the client's package, for a merchant's developers. Exit codes: 0 success, 1 failure, 2 usage error.

const HELP = `Usage: npx --no @tollgate/client <command>

  listen [--forward-to <url>] [--events <list>]
      Stream events and optionally forward them, signed, to a URL; stop with Ctrl-C
  trigger <event> [--response-code <code>]
      Trigger an event by a payment at the simulators (uat): ${EVENTS.join(', ')}
  logs <id>
      Follow a transaction or request until it completes and its events are delivered

With --json, each line is JSON.

Connection: TOLLGATE_URL with TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET, also in .env. In uat, if none of them is set,
DEMO names the gateway's data/demo.json.

Exit codes: 0 success, 1 failure, 2 usage error.`

const OPTIONS = {
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  'response-code': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Values of the options, by name. */
interface Values {
  readonly 'forward-to'?: string | undefined
  readonly events?: string | undefined
  readonly 'response-code'?: string | undefined
}

interface Command {
  /** Arguments that are required, in this order. */
  readonly args: readonly string[]
  readonly options: readonly string[]
  readonly run: (access: Access, argument: string, values: Values) => AsyncIterable<OutputLine>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  listen: {
    args: [],
    options: ['forward-to', 'events'],
    run: ({ connection, clientSecret }, _, { 'forward-to': target, events }) =>
      listen(connection, { clientSecret, target, types: events?.split(',').map((type) => type.trim()) }),
  },
  trigger: {
    args: ['event'],
    options: ['response-code'],
    run: ({ connection }, event, { 'response-code': responseCode }) => trigger(connection, event, responseCode),
  },
  logs: { args: ['id'], options: [], run: ({ connection }, id) => followLogs(connection, id) },
}

/** A command line that is not understood. */
class UsageError extends Error {}

endWithReader()
try {
  // Node 20 has it since 20.12.
  if (existsSync('.env')) process.loadEnvFile?.()
  await run(process.argv.slice(2))
} catch (error) {
  process.exitCode = report(error as Error)
}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args)
  const [name, ...rest] = positionals
  if (values.help || name === undefined) return say(HELP)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : undefined
  if (!command) throw new UsageError(`No command ${name}.`)
  check(name, command, rest, values)
  await printLines(command.run(await findAccess(process.env), rest[0] ?? '', values), values.json === true)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function check(name: string, { args, options }: Command, rest: readonly string[], values: object): void {
  if (rest.length !== args.length)
    throw new UsageError(`${name} takes ${args.map((arg) => `<${arg}>`).join(' ') || 'no argument'}.`)
  const unknown = Object.keys(values).find((option) => option !== 'json' && !options.includes(option))
  if (unknown) throw new UsageError(`${name} has no option --${unknown}.`)
  const { 'forward-to': target } = values as Values
  if (target !== undefined && !isHttpUrl(target)) throw new UsageError('--forward-to must be an http or https URL.')
}

function report(error: Error): number {
  if (error instanceof UsageError) {
    sayAside(`${error.message} (--help explains)`)
    return 2
  }
  for (const line of failureLines(error)) sayAside(line)
  return 1
}
