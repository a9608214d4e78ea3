import { type Call, type Charge, OtherMoney, type ProviderAnswer, UnknownOutcome } from '#providers/port/tools.ts'
import { type Acquirer, exchange, settled } from './acquirer.ts'
import type { AttemptId, Context, StoredRequest } from './acquirer-store.ts'
import type { Fields } from './codec/message.ts'
import { type Settings, settingsOf } from './config.ts'
import { NotSent, Unanswered, Unwritable } from './line/errors.ts'
import { sendReversal } from './reverse.ts'
import { answerOf, arrivalOf, isApproved, notCharged, otherMoneyIn, withTraceNumber } from './translate/answer.ts'
import {
  CAPTURE,
  cardFields,
  keptCard,
  type Parts,
  paymentParts,
  SALE,
  transientFields,
  unsupportedReason,
} from './translate/payment.ts'

export interface PreparedRequest extends AttemptId, Parts {
  readonly sealedCard: Uint8Array
  readonly context: Context
  /** Sent and never stored. */
  readonly passing: Fields
}

/** Charges a card: 0100 or 0200. */
export async function authorize(acquirer: Acquirer, call: Call, charge: Charge): Promise<ProviderAnswer> {
  const obstacle = unsupportedReason(charge)
  if (obstacle !== null || charge.instrument.kind !== 'card') return notCharged(obstacle ?? 'Only cards are taken.')
  const settings = settingsOf(call.account)
  const { brand } = charge.instrument.card.maskedCard
  return sendPrepared(acquirer, call, settings, {
    merchantId: charge.merchantId,
    attemptId: charge.attemptId,
    ...paymentParts(charge, settings, await nextTrace(acquirer, settings)),
    sealedCard: acquirer.cards.seal(keptCard(charge), charge.attemptId),
    context: { brand, isAuthenticated: charge.proof?.authenticationValue != null },
    passing: transientFields(charge, settings),
  })
}

export function nextTrace({ book }: Acquirer, { acquirer_id, terminal_id }: Settings) {
  return book.nextTrace({ acquirerId: acquirer_id, terminalId: terminal_id })
}

/** Records and sends a request; waits for its result if that was done before. */
export async function sendPrepared(
  acquirer: Acquirer,
  call: Call,
  settings: Settings,
  ready: PreparedRequest,
): Promise<ProviderAnswer> {
  const { providerAccountId } = call.account
  const { passing, ...request } = ready
  const patience = isAdvice(request)
    ? { answerSeconds: null, repeatSeconds: settings.answer_seconds }
    : { answerSeconds: settings.answer_seconds, repeatSeconds: null }
  const isFirst = await acquirer.book.record({ ...request, providerAccountId, ...patience })
  const end = isFirst ? await send(acquirer, call, settings, ready) : 'tried'
  if (end === 'unwritable') return notCharged('The message could not be encoded for the acquirer; nothing was sent.')
  const stored = await settled(acquirer, call, ready)
  if (!stored) throw new UnknownOutcome('This attempt is in the book of another merchant.')
  return answerFromRecord(stored)
}

/** Sends a stored request. Its outcome is in the store, except the reason why it could not be encoded. */
async function send(
  acquirer: Acquirer,
  call: Call,
  settings: Settings,
  ready: PreparedRequest,
): Promise<'unwritable' | 'tried'> {
  const { type, fields, sealedCard, attemptId, passing } = ready
  const build = () => {
    const card = cardFields(acquirer.cards.open(sealedCard, attemptId))
    return [settings, { type, fields: { ...fields, ...card, ...passing } }] as const
  }
  await call.rememberReference(fields[37] ?? '')
  try {
    const answer = await exchange(acquirer, call, build)
    const arrival = arrivalOf(ready, answer)
    await acquirer.book.takeAnswer({ attempt: ready, ...arrival })
    if (arrival.isApproved && arrival.mustBeReversed) throw otherMoney(fields, answer)
    return 'tried'
  } catch (error) {
    if (error instanceof NotSent) return noteUnsent(acquirer, call, ready, error)
    if (!(error instanceof Unanswered) || isAdvice(ready)) throw error
    await acquirer.book.requestReversal(ready, '68')
    void sendAtOnce(acquirer, call, settings, ready).catch(() => undefined)
    throw new UnknownOutcome(error.message)
  }
}

async function noteUnsent(
  { book, watch }: Acquirer,
  { account }: Call,
  ready: PreparedRequest,
  error: NotSent,
): Promise<'unwritable' | 'tried'> {
  await book.markUnsent(ready)
  if (!(error instanceof Unwritable)) return 'tried'
  const isFollowUp = ready.fields[3] !== SALE || isAdvice(ready)
  watch.unwritten(account.providerAccountId, isFollowUp ? 'follow_up' : 'charge', error.message)
  return 'unwritable'
}

function otherMoney(request: Fields, answer: Fields): OtherMoney {
  return new OtherMoney(`The acquirer approved another ${otherMoneyIn(request, answer)} than was asked.`)
}

/** Sends a first reversal in the background: the caller of the charge does not wait. */
async function sendAtOnce(acquirer: Acquirer, call: Call, settings: Settings, attempt: AttemptId): Promise<void> {
  const due = await acquirer.book.claimReversal(attempt)
  const signal = AbortSignal.timeout(settings.answer_seconds * 1000)
  const { account, credentials } = call
  if (!due) return
  await sendReversal(acquirer, { account, credentials, signal }, due, true)
}

/** An advice reports a completed action, so it is repeated until answered, and not reversed. */
export function isAdvice({ type }: Pick<StoredRequest, 'type'>): boolean {
  return type === CAPTURE
}

/** Outcome of a request without a waiting caller. */
export function answerFromRecord(request: StoredRequest): ProviderAnswer {
  const answer = readRecord(request)
  // A void has no message of its own: its answer names the reversal.
  const number = request.state === 'UNSENT' ? undefined : (request.fields[11] ?? request.answer?.[11])
  return number === undefined ? answer : withTraceNumber(answer, Number(number))
}

function readRecord({ state, answer, context, repeats }: StoredRequest): ProviderAnswer {
  if (state === 'BARRED') return notCharged('It was reversed before it was sent to the acquirer.')
  if (state === 'UNSENT') return notCharged('The acquirer could not be reached; nothing was sent.')
  const isTakenBack = state === 'REVERSING' || state === 'REVERSED'
  if (answer && !(isTakenBack && isApproved(answer))) return answerOf(answer, context, repeats > 0)
  return notCharged(answer ? 'It was reversed.' : 'The acquirer did not answer in time; it is being reversed.')
}
