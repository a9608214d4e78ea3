import type { Violation } from '../campaign/audit/index.ts'
import type { Finished } from './campaign.ts'

/** Of each broken promise. */
const SHOWN = 10

/** Reports what a campaign counted, and violations of promises. */
export function formatReport({ evidence, rounds }: Finished, violations: readonly Violation[]): string {
  const { journal, transactions, events, received } = evidence
  const sent = journal.exchanges.filter(({ request }) => request.startsWith('POST ')).map(({ sentAt }) => sentAt)
  const perSecond = transactions.length / ((Math.max(...sent) - Math.min(...sent)) / 1000)
  const found = (name: string) => violations.find(({ invariant }) => invariant === name)?.found.length ?? 0
  const longest = Math.max(0, ...rounds.switches.map(({ moved }) => moved.refusedSeconds))
  return [
    `${transactions.length} transactions (${perSecond.toFixed(1)} a second), ${rounds.kills.length} kills`,
    `${found('no outcome is lost')} lost, ${found('nothing is charged twice')} charged twice`,
    `${events.length} events, ${received.length} deliveries, ${found('every event is delivered')} never delivered`,
    `${found('ledger, transactions and simulators agree')} differences in the ledgers of both groups`,
    `longest refusal in an undisturbed switch: ${longest.toFixed(1)} s`,
    ...violations.flatMap(({ invariant, found: list }) => [
      `BROKEN: ${invariant}, ${list.length} times`,
      ...list.slice(0, SHOWN).map((each) => `    ${each}`),
    ]),
  ].join('\n')
}
