import { type Access, type AskedAttempt, UnknownOutcome } from '#providers/port/tools.ts'
import { type Acquirer, awaitOthers, exchange, putOff, settled } from './acquirer.ts'
import type { AttemptId, DueReversal, ReversalReason, StoredRequest } from './acquirer-store.ts'
import { settingsOf } from './config.ts'
import { isApproved } from './translate/answer.ts'
import { cardFields } from './translate/payment.ts'
import { type ReversalEnd, reversalEndOf, reversalMessage } from './translate/reversal.ts'

/** Request state after an answer; a refused void leaves it unchanged. */
const STATES = { confirmed: 'REVERSED', 'unknown-original': 'REVERSED', again: 'REVERSING' } as const

function stateAfter(end: ReversalEnd, reason: ReversalReason): 'REVERSED' | 'REVERSING' | 'ANSWERED' {
  if (end === 'refused') return reason === '17' ? 'ANSWERED' : 'REVERSING'
  return STATES[end]
}

/** Sends a claimed reversal, repeated until answered. @param isOwn true for background work, which is counted here */
export async function sendReversal(acquirer: Acquirer, access: Access, due: DueReversal, isOwn = false): Promise<void> {
  const send = () => exchange(acquirer, access, () => builtReversal(acquirer, access, due))
  try {
    const answer = await (isOwn ? acquirer.observe(access.account, 'reversal', send) : send())
    const code = answer[39] ?? ''
    await acquirer.book.endReversal(due, code, stateAfter(reversalEndOf(code), due.reversal.reason))
  } catch (error) {
    await putOff(acquirer, access, 'reversal', error, (seconds) => acquirer.book.postponeReversal(due, seconds))
  }
}

function builtReversal({ cards }: Acquirer, { account }: Access, due: DueReversal) {
  const settings = settingsOf(account)
  const card = cardFields(cards.open(due.sealedCard, due.attemptId))
  return [settings, reversalMessage(due, card, settings)] as const
}

/** Stores a reversal, sends it, and waits for the acquirer's final answer. */
export async function reverseAndWait(
  acquirer: Acquirer,
  access: Access,
  attempt: AttemptId,
  reason: ReversalReason,
): Promise<StoredRequest> {
  await acquirer.book.requestReversal(attempt, reason)
  for (;;) {
    const due = await acquirer.book.claimReversal(attempt)
    if (due) await sendReversal(acquirer, access, due)
    const request = await acquirer.book.find(attempt)
    if (request && request.state !== 'REVERSING') return request
    await awaitOthers(access)
  }
}

/** Reverses or bars an attempt. @throws UnknownOutcome until the acquirer has confirmed it */
export async function reverse(acquirer: Acquirer, access: Access, attempt: AskedAttempt): Promise<void> {
  const { providerAccountId } = access.account
  if (await acquirer.book.bar({ ...attempt, providerAccountId })) return
  if (attempt.operation === 'VOID') throw new UnknownOutcome('A reversal cannot be reversed.')
  // A repeated capture is never overdue.
  const isCapture = attempt.operation === 'CAPTURE'
  const request = isCapture ? await acquirer.book.find(attempt) : await settled(acquirer, access, attempt)
  if (!request) throw new UnknownOutcome('This attempt is not in the book of this merchant.')
  const isOpen = request.state === 'REVERSING' || (isCapture && request.state === 'SENT')
  const nothingToDo = request.state === 'ANSWERED' ? isRefused(request) : !isOpen
  if (nothingToDo) return
  const end = await reverseAndWait(acquirer, access, attempt, '17')
  if (end.state !== 'REVERSED') throw new UnknownOutcome(`The acquirer refuses the reversal (${end.reversal?.code}).`)
}

/** Declined permanently: there is nothing to reverse. */
function isRefused({ answer }: StoredRequest): boolean {
  return answer !== null && answer[39] !== '09' && !isApproved(answer)
}

const BATCH = 50

/** Sends due reversals, of dead processes too; any number of workers may do it. @param accessTo account of a request */
export async function repeatReversals(
  acquirer: Acquirer,
  accessTo: (request: StoredRequest) => Promise<Access>,
): Promise<boolean> {
  const due = await acquirer.book.claimDueReversals(BATCH)
  await Promise.all(due.map(async (one) => sendReversal(acquirer, await accessTo(one), one, true)))
  return due.length === BATCH
}
