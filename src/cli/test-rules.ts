import { sayAside } from '#client/command/say.ts'
import type { TestRulesRequest } from '#client/index.ts'
import { Rules, type RulesTestResult } from '#client/rules.ts'
import { findAccess } from './access.ts'
import { Failure, type Input } from './command.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

/** Says on stderr how far it is. Ending the command ends the test. @throws Failure if the gateway gave the test up */
export async function testRules({ kind, from, to }: Input, rules: readonly object[]): Promise<RulesTestResult> {
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
