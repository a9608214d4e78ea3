import { flag } from '#app/config/kinds.ts'
import type { OutputLine } from '#client/command/output-line.ts'
import { escaped } from '#client/command/say.ts'
import type { CommandGroup, Input, Option } from '../command.ts'
import { makeFlag } from '../flags.ts'
import { noun } from '../op.ts'
import { asJson } from '../print.ts'

const PRUNE: Option = {
  flags: '--prune',
  field: 'prune',
  kind: flag,
  description: 'deactivate terminals and accounts, and remove endpoints, rules and list entries, that the file lacks',
}
const YES: Option = { flags: '--yes', field: 'yes', kind: flag, description: 'apply without asking' }

const load = () => import('../configuration/apply-file.ts')

async function findDifference(input: Input) {
  const { findChanges, linesOf } = await load()
  const found = await findChanges(input).catch((error: Error) => {
    // 1 means a difference.
    throw Object.assign(error, { exitCode: 2 })
  })
  const items = found.map(({ name, dry }) => ({ merchant: name, changes: dry.changes }))
  return { items, lines: found.map(({ name, dry }) => linesOf(name, dry)) }
}

async function* applyFile(input: Input): AsyncGenerator<OutputLine> {
  yield* (await load()).applyFile(input)
}

/** docs/operate/configuration-file.md */
export const config: CommandGroup = noun('config', 'Configuration of merchants as a file', {
  export: {
    summary: 'Print the configuration, with names instead of IDs and references instead of credentials',
    options: [makeFlag('merchant_id', {}, { description: 'merchant ID (default: all merchants)' })],
    run: async (input) => (await load()).exportConfiguration(input),
    line: (file) => escaped(asJson(file)),
    examples: ['config export > tollgate.json', 'config export --merchant <merchant_id>'],
  },
  diff: {
    summary: 'Show what a file would change; exits with 1 if anything differs, with 2 on an error',
    args: ['file'],
    options: [PRUNE],
    run: async (input) => await findDifference(input),
    line: (answer) => (answer as { lines: string[] }).lines.join('\n') || 'No difference.',
    isBad: (answer) => (answer as { items: unknown[] }).items.length > 0,
    examples: ['config diff tollgate.json', 'config diff tollgate.json --prune'],
  },
  apply: {
    summary: 'Make the merchants equal to a file; others stay',
    args: ['file'],
    options: [PRUNE, YES],
    follow: applyFile,
    examples: ['config apply tollgate.json', 'config apply tollgate.json --prune --yes'],
  },
})
