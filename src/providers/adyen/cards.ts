import { asAsked } from '../as-asked.ts'
import { textAt, valueAt } from '../http/fields-at.ts'
import type { Call, ProviderAnswer } from '../provider.ts'
import { checkoutClient } from './client.ts'
import type { AdyenEnvironment } from './config.ts'
import { orderReversal } from './reversals.ts'
import { repeatedAmount } from './translate-amount.ts'
import { answered, answerTo, requestRefused } from './translate-answer.ts'
import { failedReversals, isRefused, isTakenBack, standingApproval, toldOfCharge } from './translate-book.ts'
import { type CardCharge, paymentOf } from './translate-payment.ts'
import type { Way } from './way.ts'

interface CardWay extends Way {
  authorize(call: Call, charge: CardCharge): Promise<ProviderAnswer>
}

/** Cards. Adyen answers a payment at once and cannot be asked about it afterwards: its notices tell. */
export function openCards(environment: AdyenEnvironment): CardWay {
  const send = checkoutClient(environment)
  return {
    async authorize(call, charge) {
      const body = paymentOf(call.account, charge)
      if (body === null) return answered('1001', `Adyen counts ${charge.money.currency} in larger units.`)
      const { attemptId } = charge
      const answer = await send(call, { method: 'POST', path: '/payments', body, idempotencyKey: attemptId })
      if (answer.status >= 400) return requestRefused(answer)
      const pspReference = textAt(answer.json, 'pspReference') ?? null
      if (pspReference !== null) await call.rememberReference(pspReference)
      const isPart = textAt(answer.json, 'resultCode') === 'PartiallyAuthorised'
      if (isPart) await orderReversal(send, call, { attemptId, pspReference, failed: 0 })
      return asAsked(answerTo(answer.json, charge.proof !== null), {
        ...repeatedAmount(charge.money, valueAt(answer.json, 'amount')),
        ids: [[attemptId, textAt(answer.json, 'merchantReference')]],
      })
    },

    async inquire(call, attempt) {
      const told = toldOfCharge(attempt)
      if (told && told.reference !== attempt.providerReference) await call.rememberReference(told.reference)
      if (told) return told.answer
      return attempt.providerReference === null ? { kind: 'not-found' } : answered('1002', 'pending')
    },

    async reverse(call, attempt) {
      if (isTakenBack(attempt) || isRefused(attempt)) return
      const pspReference = standingApproval(attempt)?.pspReference ?? attempt.providerReference
      const { attemptId } = attempt
      await orderReversal(send, call, { attemptId, pspReference, failed: failedReversals(attempt) })
    },
  }
}
