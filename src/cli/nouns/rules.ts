import { readFileSync } from 'node:fs'
import { text } from '#app/config/kinds.ts'
import { sayAside } from '#client/command/say.ts'
import { readJson } from '#client/exact-json.ts'
import type { Rule, RuleSet, TestRulesRequest } from '#client/index.ts'
import { Rules, type RulesTestResult } from '#client/rules.ts'
import { type RulesDifference, rulesDifference } from '#domain/rules/difference.ts'
import type { WrittenRule } from '#domain/rules/read-rules.ts'
import { findAccess } from '../access.ts'
import { Failure, type Input } from '../command.ts'
import { noun, op } from '../op.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

/** docs/reference/rules.md */
export const rules = noun('rules', 'Rules that stop, mark or route payments (merchant)', {
  show: op('showRules', {
    summary: 'Show the rules of a kind: risk or routing',
    examples: ['rules show risk', 'rules show risk --json > risk.json'],
  }),
  diff: {
    summary: 'Compare the present rules of a kind with a file',
    args: ['kind', 'file'],
    run: async ({ kind, file }) => {
      const { rules: present } = await presentRules(kind)
      return rulesDifference(plain(present), plain(fileAt(file).rules))
    },
    line: (answer) => linesOf(answer as RulesDifference),
    examples: ['rules diff risk risk.json'],
  },
  test: {
    summary: 'Try the rules of a file on past payments, of the last 30 days by default; nothing is saved',
    args: ['kind', 'file'],
    options: [
      { flags: '--from <time>', field: 'from', kind: text, description: 'payments that began then or later' },
      { flags: '--to <time>', field: 'to', kind: text, description: 'payments that began before' },
    ],
    run: (input) => testRules(input, plain(fileAt(input.file).rules)),
    examples: ['rules test risk risk.json', 'rules test routing routing.json --from 2026-11-01T00:00:00Z --json'],
  },
  apply: {
    summary: 'Replace the rules of a kind by those of a file',
    args: ['kind', 'file'],
    run: applyFile,
    line: (answer) => `Saved version ${(answer as RuleSet).version}.`,
    examples: ['rules apply risk risk.json'],
  },
})

/** Prints the progress on stderr. Ending the command stops the test. @throws Failure if the gateway stopped it */
async function testRules({ kind, from, to }: Input, rules: readonly object[]): Promise<RulesTestResult> {
  const client = new Rules(await findAccess().connect('merchant'))
  const now = Date.now()
  const period = {
    created_from: String(from ?? new Date(now - THIRTY_DAYS_MS).toISOString()),
    created_to: String(to ?? new Date(now).toISOString()),
  }
  for await (const line of client.test(kind as 'risk' | 'routing', {
    rules: rules as TestRulesRequest['rules'],
    ...period,
  })) {
    if (!('progress' in line)) return line
    sayAside(`${line.progress.payments} payments, until ${line.progress.reached}`)
  }
  throw new Failure('The gateway stopped the test. Run it again.')
}

/** A file that names its version is rejected if a newer one exists. */
async function applyFile({ kind, file }: Input): Promise<unknown> {
  const { rules, version } = fileAt(file)
  const connection = await findAccess().connect('merchant')
  const ifMatch = version ?? (await presentRules(kind)).version
  return connection.call('PUT', pathOf(kind), { body: { rules: plain(rules) }, ifMatch })
}

async function presentRules(kind: unknown): Promise<RuleSet> {
  return (await findAccess().connect('merchant')).call('GET', pathOf(kind))
}

function pathOf(kind: unknown): string {
  return `/api/rules/${encodeURIComponent(String(kind))}`
}

interface RulesFile {
  readonly version?: number
  readonly rules: readonly Rule[]
}

/** @throws Failure for a file that has no rules, as `rules show --json` prints them */
function fileAt(path: unknown): RulesFile {
  try {
    const file = readJson(readFileSync(String(path), 'utf8')) as RulesFile
    if (Array.isArray(file.rules)) return file
  } catch {
    // Reported below.
  }
  throw new Failure(`${path} must contain rules as JSON, as \`rules show risk --json\` prints them.`)
}

function plain(rules: readonly Rule[]): readonly WrittenRule[] {
  return rules.map(({ name, status, when, then }) => ({ name, status, when, then })) as readonly WrittenRule[]
}

function linesOf({ added, removed, changed, order }: RulesDifference): string {
  const lines = [
    ...added.map(({ name }) => `+ ${name}`),
    ...removed.map(({ name }) => `- ${name}`),
    ...changed.map(({ after }) => `~ ${after.name}`),
    ...(order ? ['The order differs.'] : []),
  ]
  return lines.join('\n') || 'No difference.'
}
