import type { AttemptRow, ChargeRow, EventRow, Evidence, TransactionRow } from '../evidence.ts'
import type { Answer, Exchange } from '../journal.ts'

/** An answer that names a transaction. */
export type Naming = Extract<Answer, { class: 'yes' | 'open' }>

/** The evidence, sorted so that every check finds what it looks for. */
export interface TransactionHistory extends Evidence {
  transaction(id: string): TransactionRow | undefined
  attempt(id: string): AttemptRow | undefined
  /** Transactions of each operation, by its name; rejected orders may leave several INVALID records. */
  readonly outcomes: Grouped<TransactionRow>
  readonly followUps: Grouped<TransactionRow>
  /** Of a session. */
  readonly paymentsOf: Grouped<TransactionRow>
  readonly attemptsOf: Grouped<AttemptRow>
  /** Lines of the providers' ledgers, by transaction. */
  readonly chargesOf: Grouped<ChargeRow>
  readonly eventsOf: Grouped<EventRow>
  /** Answers to each operation, in the order in which they came. */
  readonly exchangesOf: Grouped<Exchange>
  /** Exchanges whose answers name a transaction. */
  readonly namings: readonly { readonly exchange: Exchange; readonly answer: Naming }[]
}

/** Never undefined: nothing is an empty list. */
export type Grouped<T> = (name: string) => readonly T[]

export function openTransactionHistory(evidence: Evidence): TransactionHistory {
  const { journal, transactions, attempts, charges, events } = evidence
  const byId = new Map(transactions.map((each) => [each.id, each]))
  const attemptsById = new Map(attempts.map((each) => [each.attemptId, each]))
  return {
    ...evidence,
    transaction: (id) => byId.get(id),
    attempt: (id) => attemptsById.get(id),
    outcomes: grouped(transactions, ({ operation }) => operation ?? ''),
    followUps: grouped(transactions, ({ parentId }) => parentId ?? ''),
    paymentsOf: grouped(transactions, ({ sessionId }) => sessionId ?? ''),
    attemptsOf: grouped(attempts, ({ transactionId }) => transactionId),
    chargesOf: grouped(charges, ({ transactionId }) => transactionId),
    eventsOf: grouped(events, ({ transactionId }) => transactionId),
    exchangesOf: grouped(journal.exchanges, ({ operation }) => operation),
    namings: journal.exchanges.flatMap((exchange) => {
      const { answer } = exchange
      return answer.class === 'yes' || answer.class === 'open' ? [{ exchange, answer }] : []
    }),
  }
}

function grouped<T>(list: readonly T[], name: (item: T) => string): Grouped<T> {
  const groups = Map.groupBy(list, name)
  return (wanted) => groups.get(wanted) ?? []
}
