import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { variablesOf } from '#app/config/read-setting.ts'
import type { Setting } from '#app/config/setting.ts'
import { SETTINGS } from '#app/config/settings.ts'
import type { Command, CommandGroup } from './command.ts'
import { COMMANDS } from './commands.ts'
import { program } from './register.ts'

// Two pages of docs/operate are drawn from the tables they are about; `npx vitest run src/cli -u` does it.

const SETTINGS_HEADING = `# Settings

Set these as environment variables, or as lines of \`.env\` in the folder where the gateway starts. The environment wins.
An empty value counts as not set. A secret can be in the file that its \`_FILE\` names; a key also be [printed by
a command](keys.md#where-the-key-comes-from).

| Setting | Default | |
|---|---|---|
`

const COMMAND_HEADING = `# The command

\`npm run tollgate -- <noun> <verb>\`, or \`npx --no -- tollgate <noun> <verb>\`, operates a gateway from a shell in its folder. The
examples leave out \`npm run tollgate --\`. A merchant's project has [\`listen\`, \`trigger\`, \`logs\`
and \`mcp\`](../../client/README.md#on-the-command-line) of the client.

- It calls the gateway at \`TOLLGATE_URL\` with \`TOLLGATE_CLIENT_ID\` and \`TOLLGATE_CLIENT_SECRET\`: an operator's for
  merchants, terminals, provider accounts and the audit log, a merchant's for its transactions, events and webhooks. In
  \`uat\`, if none of the three is set, it uses the demo's operator and merchant from \`DATA_DIR/demo.json\`.
- \`operator create\`, \`migrate\`, \`backup\`, \`restore\`, \`verify-backup\`, \`doctor\` and \`provider-account prove\` need no
  running gateway, only \`DATABASE_URL\`; in \`uat\` without one they start the database in \`DATA_DIR\` temporarily.
- With \`--json\` the command prints the JSON of the API; \`npm run -s\` leaves out the lines of npm:
  \`npm run -s tollgate -- merchant list --json\`.
- Page options are \`[--limit <number>]\` and \`[--cursor <cursor>]\`.
- Exit codes: 0 success, 1 failure (one line per reason on standard error), 2 usage error.
`

function settingsPage(): string {
  const rows = Object.values<Setting<unknown>>(SETTINGS).map(
    ({ fallback, otherwise, why, ...setting }) =>
      `| ${variablesOf(setting)
        .map((name) => `\`${name}\``)
        .join(', ')} | ${fallback ? `\`${fallback}\`` : otherwise} | ${why} |\n`,
  )
  return SETTINGS_HEADING + rows.join('')
}

function commandPage(): string {
  return COMMAND_HEADING + COMMANDS.map(chapter).join('')
}

function chapter(entry: CommandGroup | Command): string {
  if ('commands' in entry)
    return `\n## ${entry.name}\n\n${entry.summary}.\n${entry.commands.map((command) => `\n### ${entry.name} ${command.verb}\n${section(command)}`).join('')}`
  return `\n## ${entry.verb}\n${section(entry)}`
}

/** Options of lists, which the heading names once. */
const PAGE_OPTIONS = ['[--limit <number>]', '[--cursor <cursor>]']

function section(command: Command): string {
  const { args = [], options = [], summary, examples } = command
  const words = [
    ...args.map((arg) => `<${arg}>`),
    ...options.map(({ flags, isRequired }) => optional(flags, isRequired)),
  ]
  const unseen = words.filter((word) => !examples.some((example) => example.includes(word)))
  const isPaged = PAGE_OPTIONS.every((word) => unseen.includes(word))
  const others = isPaged ? unseen.filter((word) => !PAGE_OPTIONS.includes(word)) : unseen
  const takes = [...others.map((word) => `\`${word}\``), ...(isPaged ? ['page options'] : [])]
  const usage = takes.length > 0 ? `\nTakes ${takes.join(', ')}.\n` : ''
  const lines = examples.map((line) => `${line}\n`).join('')
  return `\n${summary}.\n${usage}\n\`\`\`sh\n${lines}\`\`\`\n`
}

const optional = (flags: string, isRequired?: boolean) => (isRequired ? flags : `[${flags}]`)

it('docs/operate/settings.md lists every setting with its default and reason', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../../docs/operate/settings.md')
})

it('docs/operate/command.md lists every command with its options and examples', async () => {
  await expect(commandPage()).toMatchFileSnapshot('../../docs/operate/command.md')
})

/** Documents with commands to copy. */
const DOCUMENTS = [
  ...['README.md', 'client/README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ...readdirSync('examples', { recursive: true, encoding: 'utf8' }).map((name) => `examples/${name}`),
].filter((name) => /\.(md|example)$/.test(name))

it('no document has npx ask the public registry for a command, or take its options', () => {
  const calls = DOCUMENTS.flatMap((path) => {
    const found = readFileSync(path, 'utf8').matchAll(/\bnpx ((?:-\S+ )*)@?tollgate/g)
    return [...found].map(([call, options]) => ({ path, call, isLocal: options!.endsWith('--no -- ') }))
  })
  expect(DOCUMENTS.length).toBeGreaterThan(100)
  expect(calls.length).toBeGreaterThan(2)
  expect(calls.filter(({ isLocal }) => !isLocal)).toEqual([])
})

it('npx shows the help of the command, not its own', async () => {
  const { stdout } = await promisify(execFile)('npx', ['--no', '--', 'tollgate', '--help'])
  expect(stdout).toMatch(/^Usage: tollgate /)
})

it('every command in a document exists', () => {
  const typed = DOCUMENTS.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').matchAll(/npm run (?:-s )?tollgate -- ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g)
    return [...lines].map(([, noun, verb]) => ({ path, noun: noun!, verb }))
  })
  expect(typed.length).toBeGreaterThan(20)
  expect(typed.filter(({ noun, verb }) => !isCommand(noun, verb))).toEqual([])
})

function isCommand(noun: string, verb: string | undefined): boolean {
  const entry = COMMANDS.find((one) => ('commands' in one ? one.name : one.verb) === noun)
  if (!entry || !('commands' in entry)) return entry !== undefined
  return verb === undefined || entry.commands.some((command) => command.verb === verb)
}

it('help knows every noun', () => {
  const names = COMMANDS.map((entry) => ('commands' in entry ? entry.name : entry.verb))
  const listed = program(COMMANDS, async () => undefined).commands.map((command) => command.name())
  expect(listed).toEqual(names)
})
