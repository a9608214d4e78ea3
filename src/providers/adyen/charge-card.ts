import { answerWith, asAsked, getPath, getText } from '#providers/port/tools.ts'
import type { Send } from './client.ts'
import type { PaymentChannel } from './payment-channel.ts'
import { orderReversal } from './reverse.ts'
import { repeatedAmount } from './translate/amount.ts'
import { parsePaymentResponse, requestRefused } from './translate/answer.ts'
import {
  chargeFromNotices,
  effectiveApproval,
  failedReversals,
  isRefused,
  isReversed,
} from './translate/notice-history.ts'
import { type CardCharge, paymentOf } from './translate/payment.ts'

/** Channel of cards. Adyen answers immediately and has no inquiry; its notices have later results. */
export function createCardChannel(send: Send): PaymentChannel<CardCharge> {
  return {
    async authorize(call, charge) {
      const body = paymentOf(call.account, charge)
      if (body === null) return answerWith('1001', `Adyen counts ${charge.money.currency} in larger units.`)
      const { attemptId } = charge
      const answer = await send(call, { method: 'POST', path: '/payments', body, idempotencyKey: attemptId })
      if (answer.status >= 400) return requestRefused(answer)
      const pspReference = getText(answer.json, 'pspReference') ?? null
      if (pspReference !== null) await call.rememberReference(pspReference)
      const isPart = getText(answer.json, 'resultCode') === 'PartiallyAuthorised'
      if (isPart) await orderReversal(send, call, { attemptId, pspReference, failed: 0 })
      return asAsked(parsePaymentResponse(answer.json, charge.proof !== null), {
        ...repeatedAmount(charge.money, getPath(answer.json, 'amount')),
        ids: [[attemptId, getText(answer.json, 'merchantReference')]],
      })
    },

    async inquire(call, attempt) {
      const told = chargeFromNotices(attempt)
      if (told && told.reference !== attempt.providerReference) await call.rememberReference(told.reference)
      if (told) return told.answer
      return attempt.providerReference === null ? { kind: 'not-found' } : answerWith('1002', 'pending')
    },

    async reverse(call, attempt) {
      if (isReversed(attempt) || isRefused(attempt)) return
      const pspReference = effectiveApproval(attempt)?.pspReference ?? attempt.providerReference
      const { attemptId } = attempt
      await orderReversal(send, call, { attemptId, pspReference, failed: failedReversals(attempt) })
    },
  }
}
