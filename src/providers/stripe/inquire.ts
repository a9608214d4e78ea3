import { type AskedAttempt, type Call, getText, type InquiryAnswer, UnknownOutcome } from '#providers/port/tools.ts'
import { found, idIn, isKeyReused, type Send } from './client.ts'
import { amountOf } from './translate/amount.ts'
import { answerAsAsked } from './translate/repeated.ts'
import { createIntent, readIntent } from './translate/requests.ts'

const NOT_FOUND: InquiryAnswer = { kind: 'not-found' }

export async function inquireCharge(send: Send, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const intent = await intentIfAny(send, call, attempt)
  if (intent === undefined) return NOT_FOUND
  const state = found(await send(call, readIntent(intent)))
  return belongsToMerchant(state, attempt) ? answerAsAsked(state, { ...attempt, intent }) : NOT_FOUND
}

/** Nothing is confirmed before its intent is stored, so an attempt without one was never charged. */
async function intentIfAny(send: Send, call: Call, attempt: AskedAttempt): Promise<string | undefined> {
  try {
    return await intentOf(send, call, attempt)
  } catch (error) {
    if (call.signal.aborted || !(error instanceof UnknownOutcome)) throw error
    return undefined
  }
}

/**
 * Stripe's intent of an attempt. Without a stored ID the creation is repeated: its key returns the intent, or a new one
 * that was never confirmed.
 * @throws UnknownOutcome @returns undefined if there cannot be one
 */
export async function intentOf(send: Send, call: Call, attempt: AskedAttempt): Promise<string | undefined> {
  if (attempt.providerReference !== null) return attempt.providerReference
  if (amountOf(attempt.money) === undefined) return undefined
  const created = await send(call, createIntent(attempt))
  // A request refused for its content was refused before, and will be.
  if (created.status === 400 && !isKeyReused(created.json)) return undefined
  if (created.status !== 200) throw new UnknownOutcome(`Stripe rejected the inquiry (${created.status}).`)
  const intent = idIn(created)
  await call.rememberReference(intent)
  return intent
}

/** True if an intent or a refund belongs to the calling merchant. */
export function belongsToMerchant(thing: unknown, { merchantId }: Pick<AskedAttempt, 'merchantId'>): boolean {
  return getText(thing, 'metadata.merchant_id') === merchantId
}
