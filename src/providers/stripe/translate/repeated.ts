import { asAsked } from '../../as-asked.ts'
import { getPath, getText } from '../../http/json-path.ts'
import type { AskedAttempt, InquiryAnswer, ProviderAnswer } from '../../provider.ts'
import { amountOf } from './amount.ts'
import { type AskedFollowUp, captureMark } from './follow-ups.ts'
import { answerOf } from './intent.ts'

/** A requested charge, and the ID of Stripe's intent. */
export interface AskedIntent extends Pick<AskedAttempt, 'attemptId' | 'money' | 'operation'> {
  readonly intent: string
}

/** Reads an intent as the answer to a charge. @throws OtherMoney as `asAsked` does */
export function answerAsAsked(json: unknown, { attemptId, money, operation, intent }: AskedIntent): InquiryAnswer {
  const amount = amountOf(money) ?? ''
  return asAsked(answerOf(json, operation), {
    amounts: [
      [amount, getPath(json, 'amount')],
      // What was authorized may have been captured in part since.
      ...(operation === 'AUTHORIZE' ? [] : [[amount, getPath(json, 'amount_received')] as const]),
    ],
    currencies: [[money.currency, getPath(json, 'currency')]],
    ids: [
      [intent, getPath(json, 'id')],
      [attemptId, getPath(json, 'metadata.attempt_id')],
    ],
  })
}

/** Checks the values of a capture or cancellation that an intent repeats. */
export function changeAsAsked(answer: ProviderAnswer, json: unknown, asked: AskedFollowUp): ProviderAnswer {
  const { operation, attemptId, money, parent } = asked
  const isCapture = operation === 'CAPTURE'
  const amount = amountOf(money) ?? ''
  return asAsked(answer, {
    amounts: [
      [amountOf(parent.money) ?? '', getPath(json, 'amount')],
      ...(isCapture ? [[amount, getPath(json, `metadata.${captureMark(attemptId)}`)] as const] : []),
      ...(isCapture ? [[amount, lessReceived(json, amount)] as const] : []),
    ],
    currencies: [[money.currency, getPath(json, 'currency')]],
    ids: [[parent.providerReference ?? '', getPath(json, 'id')]],
  })
}

/** Amount received in all captures together, if it is less than one of them. */
function lessReceived(json: unknown, amount: string): unknown {
  const received = getPath(json, 'amount_received')
  return typeof received === 'number' && received >= Number(amount) ? undefined : received
}

/** Checks the values that a refund repeats. */
export function refundAsAsked(answer: ProviderAnswer, json: unknown, asked: AskedFollowUp): ProviderAnswer {
  const { attemptId, money, parent } = asked
  return asAsked(answer, {
    amounts: [[amountOf(money) ?? '', getPath(json, 'amount')]],
    currencies: [[money.currency, getPath(json, 'currency')]],
    ids: [
      [parent.providerReference ?? '', getText(json, 'payment_intent')],
      [attemptId, getPath(json, 'metadata.attempt_id')],
    ],
  })
}
