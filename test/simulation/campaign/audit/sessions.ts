import type { TransactionRow } from '../evidence.ts'
import type { SessionAnswer } from '../journal.ts'
import type { TransactionHistory } from './transaction-history.ts'

/** Of all attempts of a session at most one is approved or charged, however many tabs and clicks there were. */
export function sessionsPaidTwice({ paymentsOf, sessions, chargesOf }: TransactionHistory): string[] {
  const isPaid = ({ id, status }: TransactionRow) =>
    status === 'APPROVED' || chargesOf(id).some(({ state }) => state === 'CHARGED')
  return sessions.flatMap(({ sessionId }) => {
    const paid = paymentsOf(sessionId).filter(isPaid)
    return paid.length > 1 ? [`${sessionId} was paid by ${paid.map(({ id }) => id).join(' and ')}`] : []
  })
}

/** Finds sessions that are missing, or whose last answer does not match their attempts. */
export function sessionsUntrue({ journal, paymentsOf, sessions }: TransactionHistory): string[] {
  const kept = new Set(sessions.map(({ sessionId }) => sessionId))
  return [...lastAnswers(journal).values()].flatMap((told) => {
    if (!kept.has(told.sessionId)) return [`${told.sessionId} was told of and is gone`]
    const attempts = paymentsOf(told.sessionId)
    const isApproved = attempts.some(({ status }) => status === 'APPROVED')
    return [
      ...(isApproved === (told.status === 'APPROVED')
        ? []
        : [`${told.sessionId} says ${told.status}, its attempts do not`]),
      ...(told.status === 'PENDING' ? [`${told.sessionId} still says PENDING`] : []),
      ...(sameIds(told, attempts)
        ? []
        : [`${told.sessionId} shows ${told.attempts.length} attempts of ${attempts.length}`]),
    ]
  })
}

/** The final reads come last. */
function lastAnswers({ exchanges }: TransactionHistory['journal']): Map<string, SessionAnswer> {
  const told = exchanges.flatMap(({ answer }) => (answer.class === 'session' ? [answer] : []))
  return new Map(told.map((answer) => [answer.sessionId, answer]))
}

function sameIds({ attempts: shown }: SessionAnswer, attempts: readonly TransactionRow[]): boolean {
  const recorded = new Set(attempts.map(({ id }) => id))
  return shown.length === recorded.size && shown.every((id) => recorded.has(id))
}
