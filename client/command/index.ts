#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findAccess, isHttpUrl } from './access.ts'
import { COMMANDS, type Command, type CommandOption } from './commands.ts'
import { failureLines } from './failure.ts'
import { endWithReader, printLines } from './output-line.ts'
import { say, sayAside } from './say.ts'

// The command of the client's package, for a merchant's developers. Exit codes: 0 success, 1 failure, 2 usage error.

const HELP = `Usage: npx --no @tollgate/client <command>

${Object.entries(COMMANDS).map(describeCommand).join('\n')}

With --json, each line is JSON.

Connection: TOLLGATE_URL with TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET, also in .env. In uat, if none of them is set,
DEMO names the gateway's data/demo.json.

Exit codes: 0 success, 1 failure, 2 usage error.`

function describeCommand([name, { args, options, summary }]: [string, Command]): string {
  const usage = [name, ...args.map((arg) => `<${arg}>`), ...options.map(({ flags }) => `[${flags}]`)]
  return `  ${usage.join(' ')}\n      ${summary}`
}

const TEXT = { type: 'string' } as const
const SWITCHES = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

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
  const input = readInput(name, command, rest, values)
  if ('serve' in command) return command.serve(async () => (await findAccess(process.env)).connection)
  await printLines(command.run(await findAccess(process.env), input), values.json === true)
}

function parse(args: readonly string[]) {
  const named = Object.values(COMMANDS).flatMap(({ options }) => options.map((option) => [optionName(option), TEXT]))
  const options = { ...(Object.fromEntries(named) as Record<string, typeof TEXT>), ...SWITCHES }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function optionName({ flags }: CommandOption): string {
  return flags.slice('--'.length).split(' ')[0]!
}

/** Arguments and options by their fields. @throws UsageError */
function readInput(name: string, { args, options }: Command, rest: readonly string[], values: object) {
  if (rest.length !== args.length)
    throw new UsageError(`${name} takes ${args.map((arg) => `<${arg}>`).join(' ') || 'no argument'}.`)
  const { json: _, ...named } = values as Readonly<Record<string, string>>
  const unknown = Object.keys(named).find((option) => !options.map(optionName).includes(option))
  if (unknown) throw new UsageError(`${name} has no option --${unknown}.`)
  const input = [
    ...args.map((arg, place) => [arg, rest[place]]),
    ...options.map((option) => [option.field, named[optionName(option)]]),
  ]
  const { forward_to: target, ...others } = Object.fromEntries(input) as Record<string, string | undefined>
  if (target !== undefined && !isHttpUrl(target)) throw new UsageError('--forward-to must be an http or https URL.')
  return { forward_to: target, ...others }
}

function report(error: Error): number {
  if (error instanceof UsageError) {
    sayAside(`${error.message} (--help explains)`)
    return 2
  }
  for (const line of failureLines(error)) sayAside(line)
  return 1
}
