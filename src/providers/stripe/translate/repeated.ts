import type { AskedAttempt, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { asAsked, getPath, getText } from '#providers/port/tools.ts'
import { amountOf } from './amount.ts'
import { type AskedFollowUp, captureMark } from './follow-ups.ts'
import { answerOf } from './intent.ts'

/** A requested charge, and the ID of Stripe's intent. */
export interface AskedIntent extends Pick<AskedAttempt, 'attemptId' | 'money' | 'operation'> {
  readonly intent: string
}

/** @throws OtherMoney as `asAsked` does */
export function answerAsAsked(json: unknown, { attemptId, money, operation, intent }: AskedIntent): InquiryAnswer {
  const amount = amountOf(money) ?? ''
  return asAsked(answerOf(json, operation), {
    amounts: [
      [amount, getPath(json, 'amount')],
      // An authorization may have been captured in part.
      ...(operation === 'AUTHORIZE' ? [] : [[amount, getPath(json, 'amount_received')] as const]),
    ],
    currencies: [[money.currency, getPath(json, 'currency')]],
    ids: [
      [intent, getPath(json, 'id')],
      [attemptId, getPath(json, 'metadata.attempt_id')],
    ],
  })
}

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

/** Sum of all captures, if it is less than one of them. */
function lessReceived(json: unknown, amount: string): unknown {
  const received = getPath(json, 'amount_received')
  return typeof received === 'number' && received >= Number(amount) ? undefined : received
}

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
