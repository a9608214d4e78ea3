import type { Access, AskedAttempt, Call, FollowUp, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { UnknownOutcome } from '#providers/port/tools.ts'
import { type Acquirer, exchange, putOff, settled } from './acquirer.ts'
import type { StoredRequest } from './acquirer-store.ts'
import { answerFromRecord, isAdvice, nextTrace, sendPrepared } from './charge.ts'
import type { Fields } from './codec/message.ts'
import { settingsOf } from './config.ts'
import { reverseAndWait } from './reverse.ts'
import { answerOf, arrivalOf, isApproved, notCharged } from './translate/answer.ts'
import { CAPTURE_AGAIN, cardFields, followUpParts } from './translate/payment.ts'
import { stanOf } from './translate/trace.ts'

/** Captures (0220) and refunds (0200) are separate requests; a void is the reversal of its original. */
export async function followUp(acquirer: Acquirer, call: Call, asked: FollowUp): Promise<ProviderAnswer> {
  const original = await acquirer.book.find({ merchantId: asked.merchantId, attemptId: asked.parent.attemptId })
  if (!original?.answer) return notCharged('The payment that this follows was not made with this acquirer.')
  if (asked.operation === 'VOID') return voidOnce(acquirer, call, asked, original)
  const settings = settingsOf(call.account)
  const card = acquirer.cards.open(original.sealedCard, original.attemptId)
  return sendPrepared(acquirer, call, settings, {
    merchantId: asked.merchantId,
    attemptId: asked.attemptId,
    ...followUpParts(asked, original, settings, await nextTrace(acquirer, settings)),
    sealedCard: acquirer.cards.seal(card, asked.attemptId),
    context: original.context,
    passing: {},
  })
}

async function voidOnce(
  acquirer: Acquirer,
  call: Call,
  { merchantId, attemptId }: FollowUp,
  original: StoredRequest,
): Promise<ProviderAnswer> {
  const { providerAccountId } = call.account
  const { type, context } = original
  const request = { merchantId, attemptId, providerAccountId, type, context, fields: {}, sealedCard: new Uint8Array() }
  await acquirer.book.record({ ...request, answerSeconds: null, repeatSeconds: null })
  const recorded = await acquirer.book.find({ merchantId, attemptId })
  if (!recorded) throw new UnknownOutcome('This attempt is in the book of another merchant.')
  return carryOutVoid(acquirer, call, recorded, original)
}

/** Continues a void from any state: its reversal is stored with the original, and repeated there. */
async function carryOutVoid(
  acquirer: Acquirer,
  call: Call,
  recorded: StoredRequest,
  original: StoredRequest,
): Promise<ProviderAnswer> {
  if (recorded.state !== 'SENT') return answerFromRecord(recorded)
  const isOpen = original.state === 'ANSWERED' || original.state === 'REVERSING'
  const { reversal, fields } = isOpen ? await reverseAndWait(acquirer, call, original, '17') : original
  const trace: Fields = reversal ? { 11: stanOf(reversal.stan) } : {}
  const answer = { ...trace, 37: fields[37] ?? '', 39: reversal?.code ?? '' }
  const read = { isApproved: isApproved(answer), mustBeReversed: false }
  await acquirer.book.takeAnswer({ attempt: recorded, answer, ...read })
  const ended = await acquirer.book.find(recorded)
  return ended ? answerFromRecord(ended) : answerOf(answer, recorded.context)
}

/** Reads the ledger, because the acquirer has no inquiry. Unanswered requests are reversed. */
export async function inquire(acquirer: Acquirer, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const { merchantId, parent } = attempt
  if (attempt.operation !== 'VOID' || parent === null) {
    const known = await acquirer.book.find(attempt)
    const isRepeated = known?.state === 'SENT' && isAdvice(known)
    if (isRepeated) throw new UnknownOutcome('The acquirer has not answered the capture yet; it is sent again.')
    const request = await settled(acquirer, call, attempt)
    return request ? answerFromRecord(request) : { kind: 'not-found' }
  }
  const recorded = await acquirer.book.find(attempt)
  const original = await acquirer.book.find({ merchantId, attemptId: parent.attemptId })
  return recorded && original ? carryOutVoid(acquirer, call, recorded, original) : { kind: 'not-found' }
}

const BATCH = 50

/** Repeats unanswered captures, of dead processes too; any number of workers may do it. @param accessTo account of a request */
export async function repeatCaptures(
  acquirer: Acquirer,
  accessTo: (request: StoredRequest) => Promise<Access>,
): Promise<boolean> {
  const due = await acquirer.book.claimDueRepeats(BATCH)
  await Promise.all(due.map(async (one) => repeatCapture(acquirer, await accessTo(one), one)))
  return due.length === BATCH
}

/** Sends the elements with the type of a repeat: the acquirer may know it already. */
async function repeatCapture(acquirer: Acquirer, access: Access, request: StoredRequest): Promise<void> {
  const { account } = access
  const build = () => {
    const card = cardFields(acquirer.cards.open(request.sealedCard, request.attemptId))
    return [settingsOf(account), { type: CAPTURE_AGAIN, fields: { ...request.fields, ...card } }] as const
  }
  const send = () => exchange(acquirer, access, build)
  try {
    const answer = await acquirer.observe(account, 'follow_up', send)
    await acquirer.book.takeAnswer({ attempt: request, ...arrivalOf(request, answer) })
  } catch (error) {
    await putOff(acquirer, access, 'follow_up', error, (seconds) => acquirer.book.postponeRepeat(request, seconds))
  }
}
