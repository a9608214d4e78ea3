import { asAsked } from '../as-asked.ts'
import { textAt, valueAt } from '../http/fields-at.ts'
import type { AskedAttempt, InquiryAnswer, ProviderAnswer } from '../provider.ts'
import { amountOf } from './translate-amount.ts'
import { type AskedFollowUp, captureMark } from './translate-follow-ups.ts'
import { answerOf } from './translate-intent.ts'

/** A charge as it was asked for, and what Stripe calls its intent. */
export interface AskedIntent extends Pick<AskedAttempt, 'attemptId' | 'money' | 'operation'> {
  readonly intent: string
}

/** Reads an intent as the answer to a charge. @throws OtherMoney as `asAsked` does */
export function answerAsAsked(json: unknown, { attemptId, money, operation, intent }: AskedIntent): InquiryAnswer {
  const amount = amountOf(money) ?? ''
  return asAsked(answerOf(json, operation), {
    amounts: [
      [amount, valueAt(json, 'amount')],
      // What was authorized may have been captured in part since.
      ...(operation === 'AUTHORIZE' ? [] : [[amount, valueAt(json, 'amount_received')] as const]),
    ],
    currencies: [[money.currency, valueAt(json, 'currency')]],
    ids: [
      [intent, valueAt(json, 'id')],
      [attemptId, valueAt(json, 'metadata.attempt_id')],
    ],
  })
}

/** Checks what an intent repeats of a capture or cancellation. */
export function changeAsAsked(answer: ProviderAnswer, json: unknown, asked: AskedFollowUp): ProviderAnswer {
  const { operation, attemptId, money, parent } = asked
  const isCapture = operation === 'CAPTURE'
  const amount = amountOf(money) ?? ''
  return asAsked(answer, {
    amounts: [
      [amountOf(parent.money) ?? '', valueAt(json, 'amount')],
      ...(isCapture ? [[amount, valueAt(json, `metadata.${captureMark(attemptId)}`)] as const] : []),
      ...(isCapture ? [[amount, lessReceived(json, amount)] as const] : []),
    ],
    currencies: [[money.currency, valueAt(json, 'currency')]],
    ids: [[parent.providerReference ?? '', valueAt(json, 'id')]],
  })
}

/** Received in all captures together, where that is less than one of them. */
function lessReceived(json: unknown, amount: string): unknown {
  const received = valueAt(json, 'amount_received')
  return typeof received === 'number' && received >= Number(amount) ? undefined : received
}

/** Checks what a refund repeats. */
export function refundAsAsked(answer: ProviderAnswer, json: unknown, asked: AskedFollowUp): ProviderAnswer {
  const { attemptId, money, parent } = asked
  return asAsked(answer, {
    amounts: [[amountOf(money) ?? '', valueAt(json, 'amount')]],
    currencies: [[money.currency, valueAt(json, 'currency')]],
    ids: [
      [parent.providerReference ?? '', textAt(json, 'payment_intent')],
      [attemptId, valueAt(json, 'metadata.attempt_id')],
    ],
  })
}
