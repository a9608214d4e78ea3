import type { TransactionHistory } from './transaction-history.ts'

const UNAUTHENTICATED = 401

/** Finds forged notices that were accepted. */
export function forgedNoticesTaken({ connectors }: TransactionHistory): string[] {
  const others = connectors.forgedAnswers.filter((status) => status !== UNAUTHENTICATED)
  return others.map((status) => `a forged notice was answered with ${status}`)
}

/** Finds requests to a provider that its definition does not allow. */
export function definitionsBroken({ connectors }: TransactionHistory): string[] {
  return [...connectors.complaints]
}
