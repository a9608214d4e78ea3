import { InvalidArgumentError, Command as Program, Option as ProgramOption } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import type { Command, CommandGroup, Input, Option } from './command.ts'

const { version } = packageJson

/** How the command is started, so that every example works when pasted. */
const TYPED = 'npm run tollgate --'

export type Perform = (command: Command, input: Input, asJson: boolean) => Promise<void>

export function program(entries: readonly (CommandGroup | Command)[], perform: Perform): Program {
  const root = new Program('tollgate')
    .description('Operates a Tollgate payment gateway.')
    .version(version, '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(--help explains)')
    .addHelpText('after', environment())
  for (const entry of entries) {
    if ('commands' in entry) addNoun(root, entry, perform)
    else addCommand(root, entry, perform)
  }
  return root
}

function addNoun(root: Program, { name, summary, commands }: CommandGroup, perform: Perform): void {
  const noun = root.command(name).description(summary)
  noun.addHelpText('after', examples(commands.flatMap((command) => command.examples)))
  for (const command of commands) addCommand(noun, command, perform)
}

function addCommand(parent: Program, command: Command, perform: Perform): void {
  const { verb, summary, args = [], options = [] } = command
  const made = parent.command(verb).description(summary)
  for (const arg of args) made.argument(`<${arg}>`)
  const added = options.map((option) => ({ option, name: addOption(made, option) }))
  made.option('--json', 'print JSON').addHelpText('after', examples(command.examples))
  made.action(async () => {
    const positional = args.map((arg, place) => [arg, made.args[place]])
    const named = added.map(({ option, name }) => [option.field, typedValue(made.getOptionValue(name))])
    const input = Object.fromEntries([...positional, ...named].filter(([, value]) => value !== undefined))
    await perform(command, input, made.getOptionValue('json') === true)
  })
}

/** `false` is a `--no-…` flag, which has no value. */
function typedValue(typed: { readonly value: unknown } | boolean | undefined): unknown {
  return typeof typed === 'object' ? typed.value : typed === false ? false : undefined
}

/** @returns the name its value is kept under, wrapped because the parser takes null for nothing */
function addOption(command: Program, { flags, kind, description: why, isRequired }: Option): string {
  const option = new ProgramOption(flags, why).makeOptionMandatory(isRequired === true)
  const takesValue = option.required
  if (takesValue) option.argParser((typed) => ({ value: parsed(kind, typed) }))
  else if (!option.negate) option.preset({ value: true })
  command.addOption(option)
  return option.attributeName()
}

function parsed(kind: Option['kind'], typed: string): unknown {
  const value = kind.parse(typed)
  if (value === undefined) throw new InvalidArgumentError(`Must be ${kind.expects}.`)
  return value
}

function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${TYPED} ${line}`).join('\n')}\n`
}

function environment(): string {
  return `
Connection: TOLLGATE_URL with TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET of an operator or merchant. In uat, if none of
them is set, the demo in DATA_DIR. "operator create", "migrate", "doctor", "provider-account prove" and the backup commands
need the settings of the gateway, but no running gateway.

Exit codes: 0 success, 1 failure, 2 usage error.
`
}
