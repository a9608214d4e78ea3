import { type AskedAttempt, type Call, getText, UnknownOutcome } from '#providers/port/tools.ts'
import { found, isAboutState, type Send } from './client.ts'
import { belongsToMerchant, intentOf } from './inquire.ts'
import { cancelIntent, refundUnwanted } from './translate/follow-ups.ts'
import { isRefunded } from './translate/intent.ts'
import { readIntent } from './translate/requests.ts'

/** An intent may change concurrently, and is then read again. */
const MAX_LOOKS = 3

/** A canceled intent refuses every confirmation, so no later charge can happen. @throws UnknownOutcome until confirmed */
export async function reverseCharge(send: Send, call: Call, attempt: AskedAttempt): Promise<void> {
  const intent = await intentOf(send, call, attempt)
  if (intent === undefined) return
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const state = found(await send(call, readIntent(intent)))
    if (!belongsToMerchant(state, attempt)) throw new UnknownOutcome('The intent belongs to another merchant.')
    if (isTakenBack(state)) return
    if (getText(state, 'status') === 'succeeded') await refundIntent(send, call, intent, attempt)
    else if (await isCanceled(send, call, intent)) return
  }
  throw new UnknownOutcome('Stripe does not confirm the reversal of the charge.')
}

function isTakenBack(intent: unknown): boolean {
  return getText(intent, 'status') === 'canceled' || isRefunded(intent)
}

/** False if its state has changed meanwhile. */
async function isCanceled(send: Send, call: Call, intent: string): Promise<boolean> {
  const answer = await send(call, cancelIntent(intent))
  if (isAboutState(answer)) return false
  return getText(found(answer), 'status') === 'canceled'
}

/** Refunds an intent. The next inquiry shows the result: the answer may be an old one, of a refund that failed later. */
async function refundIntent(send: Send, call: Call, intent: string, { attemptId }: AskedAttempt): Promise<void> {
  const answer = await send(call, refundUnwanted(intent, attemptId))
  if (getText(answer.json, 'error.code') !== 'charge_already_refunded') found(answer)
}
