import type { Violation } from '../campaign/audit/index.ts'
import type { Finished } from './campaign.ts'

/** Of each broken promise. */
const SHOWN = 10

/** Reports what a campaign counted, and violations of promises. */
export function formatReport({ rounds, evidence, postgres }: Finished, violations: readonly Violation[]): string {
  const { journal, transactions } = evidence
  const named = journal.exchanges.flatMap(({ answer }) => (answer.class === 'yes' ? [answer] : []))
  const acknowledged = new Set(named.filter(({ status }) => status === 'APPROVED').map((each) => each.transactionId))
  const unsure = journal.exchanges.filter(({ answer }) => answer.class === 'unsure').length
  const expired = transactions.filter(({ status }) => status === 'SESSION_EXPIRED').length
  const broken = (name: string) => violations.find(({ invariant }) => invariant === name)?.found.length ?? 0
  const seconds = rounds.map(({ secondsToApproval }) => secondsToApproval).toSorted((one, other) => one - other)
  return [
    `PostgreSQL ${postgres}, ${rounds.length} failovers`,
    `${acknowledged.size} approvals acknowledged, ${broken('no outcome is lost')} acknowledged and lost`,
    `${broken('nothing is charged twice')} charged twice`,
    `${broken('the intent is recorded before the provider hears of it')} charged without a transaction`,
    `${broken('ledger, transactions and simulators agree')} differences in the ledger`,
    `${unsure} requests without a usable answer, ${expired} transactions expired`,
    `service back after ${seconds.map((each) => each.toFixed(1)).join(', ')} s`,
    ...violations.flatMap(({ invariant, found }) => [
      `BROKEN: ${invariant}, ${found.length} times`,
      ...found.slice(0, SHOWN).map((each) => `    ${each}`),
    ]),
  ].join('\n')
}
