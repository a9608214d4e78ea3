import type { TransactionRow } from '../evidence.ts'
import type { SessionAnswer } from '../journal.ts'
import type { Dossier } from './transaction-history.ts'

/** Of all tries of a session at most one is approved or charged, however many tabs and clicks there were. */
export function sessionsPaidTwice({ triesOf, sessions, chargesOf }: Dossier): string[] {
  const isPaid = ({ id, status }: TransactionRow) =>
    status === 'APPROVED' || chargesOf(id).some(({ state }) => state === 'CHARGED')
  return sessions.flatMap(({ sessionId }) => {
    const paid = triesOf(sessionId).filter(isPaid)
    return paid.length > 1 ? [`${sessionId} was paid by ${paid.map(({ id }) => id).join(' and ')}`] : []
  })
}

/** A session that was told of is there, and what it last said of itself is what became of its tries. */
export function sessionsUntrue({ journal, triesOf, sessions }: Dossier): string[] {
  const kept = new Set(sessions.map(({ sessionId }) => sessionId))
  return [...lastAnswers(journal).values()].flatMap((told) => {
    if (!kept.has(told.sessionId)) return [`${told.sessionId} was told of and is gone`]
    const tries = triesOf(told.sessionId)
    const isApproved = tries.some(({ status }) => status === 'APPROVED')
    return [
      ...(isApproved === (told.status === 'APPROVED')
        ? []
        : [`${told.sessionId} says ${told.status}, its tries do not`]),
      ...(told.status === 'PENDING' ? [`${told.sessionId} still says PENDING`] : []),
      ...(sameIds(told, tries) ? [] : [`${told.sessionId} shows ${told.tries.length} tries of ${tries.length}`]),
    ]
  })
}

/** The final reads come last. */
function lastAnswers({ exchanges }: Dossier['journal']): Map<string, SessionAnswer> {
  const told = exchanges.flatMap(({ answer }) => (answer.class === 'session' ? [answer] : []))
  return new Map(told.map((answer) => [answer.sessionId, answer]))
}

function sameIds({ tries: shown }: SessionAnswer, tries: readonly TransactionRow[]): boolean {
  const recorded = new Set(tries.map(({ id }) => id))
  return shown.length === recorded.size && shown.every((id) => recorded.has(id))
}
