import { endedAtAuthentication } from '#domain/declined-by.ts'
import { PROCESSING_CODES } from '#domain/processing-code.ts'
import { fittingText } from '#domain/provider-text.ts'
import { timelineItem as item, type TimelineItem } from '#domain/timeline.ts'
import {
  authenticationOf,
  type History,
  type PastAttempt,
  type PastAuthentication,
} from '#store/transactions/history.ts'

/** One attempt: its reason, the authentication, and the provider's answer. */
export function attemptItems(history: History, index: number): TimelineItem[] {
  const attempt = history.attempts[index]!
  const own = history.authentications.filter(({ attemptId }) => attemptId === attempt.attemptId)
  const before = history.attempts[index - 1]
  return [
    ...(before ? [anotherAttempt(before, attempt)] : []),
    ...own.flatMap((one) => authenticationItems(history, one)),
    ...notFoundItems(attempt),
    ...answerItems(history, index),
  ]
}

/** Describes a further attempt: with the same account a step-up, with another one a retry. */
function anotherAttempt(before: PastAttempt, { createdAt, account, providerAccountId }: PastAttempt): TimelineItem {
  const code = before.processingCode
  if (before.providerAccountId === providerAccountId) {
    const detail = 'Retried with 3-D Secure.'
    return item('soft-decline', createdAt, 'Issuer requires authentication', { code, detail })
  }
  const said = textOf(before)
  const why = said ? `: ${said}` : ''
  const detail = `${before.account} declined${why}. Another account may approve it.`
  return item('retry', createdAt, `Retried with ${account}`, { code, detail })
}

const LETTERS: Readonly<Record<string, string>> = {
  Y: 'Authenticated; issuer liable',
  A: 'Attempted; issuer liable',
  I: 'Information only; no liability shift',
  U: 'Could not be authenticated',
  N: 'Not authenticated',
  R: 'Rejected by the issuer',
}

const UNOPENED = 'The simulated bank decided without the shopper. With a real bank this payment would not complete.'

function authenticationItems(history: History, one: PastAuthentication): TimelineItem[] {
  const { begunAt, hasMethod, wasChallenged, wasUnopened, challengedAt, takenAt } = one
  const method = hasMethod ? 'Collected by a background page of the bank.' : 'Not requested by the bank.'
  const items = [item('fingerprint', begunAt, 'Device data for 3-D Secure', { detail: method })]
  if (wasChallenged) {
    const at = challengedAt ?? takenAt ?? begunAt
    items.push(
      wasUnopened
        ? item('challenge', at, "The bank's page was never opened", { detail: UNOPENED })
        : item('challenge', at, 'Challenge shown to shopper', { actor: 'shopper' }),
    )
  }
  const { status, level } = authenticationOf(history, one.attemptId)
  if (status === null || takenAt === null) return items
  const detail = level === 2 ? 'After a challenge.' : 'Without a challenge.'
  return [...items, item('authentication', takenAt, LETTERS[status] ?? status, { code: status, detail })]
}

function notFoundItems({ notFoundSince, account }: PastAttempt): TimelineItem[] {
  if (!notFoundSince) return []
  return [item('unknown-outcome', notFoundSince, 'Not found at the provider', { detail: account })]
}

/** Ends of attempts without a provider call: left, expired; lists and rules block some, too. */
const UNASKED: readonly (string | null)[] = [null, '1003', '1005']

/** An attempt ends when the next one begins, the last one with its transaction. */
function answerItems({ attempts, transaction }: History, index: number): TimelineItem[] {
  const attempt = attempts[index]!
  const { processingCode: code, account, provider } = attempt
  const next = attempts[index + 1]
  const failed = !next && endedAtAuthentication(transaction)
  const isBlocked = transaction.data?.risk?.decision === 'BLOCK'
  if (UNASKED.includes(code) || failed || isBlocked) return []
  const at = next?.createdAt ?? transaction.followUps.finishedAt ?? transaction.updatedAt
  return [item('attempt', at, `${account} answered`, { code, detail: textOf(attempt) ?? provider })]
}

function textOf({ processingCode, responseMessage }: PastAttempt): string | null {
  return processingCode ? fittingText(responseMessage, PROCESSING_CODES[processingCode].status) : responseMessage
}
