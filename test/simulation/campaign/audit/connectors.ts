import type { TransactionHistory } from './transaction-history.ts'

const UNAUTHENTICATED = 401

/** Nobody but the provider is believed. */
export function forgedNoticesTaken({ connectors }: TransactionHistory): string[] {
  const others = connectors.forgedAnswers.filter((status) => status !== UNAUTHENTICATED)
  return others.map((status) => `a forged notice was answered with ${status}`)
}

/** What is sent to a provider is what its definition allows. */
export function definitionsBroken({ connectors }: TransactionHistory): string[] {
  return [...connectors.complaints]
}
