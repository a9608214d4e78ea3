import type { Call, Provider, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getText, UnknownOutcome } from '#providers/port/tools.ts'
import type { Send } from './client.ts'
import { requestRefused } from './translate/answer.ts'
import { type AskedFollowUp, modificationOf } from './translate/follow-up.ts'
import { isLink } from './translate/link.ts'
import { followUpFromNotices } from './translate/notice-history.ts'

const NOT_NAMED = 'Adyen has not sent its reference of the payment. Register its webhook, or use the Customer Area.'

/** Captures, refunds and voids. Adyen accepts a request immediately; a notice has the result. */
export function createFollowUpHandler(send: Send): Pick<Provider, 'followUp' | 'inquire' | 'reverse'> {
  return {
    followUp: (call, followUp) => order(send, call, followUp),

    async inquire(call, attempt) {
      const told = followUpFromNotices(attempt)
      if (told && told.reference !== attempt.providerReference) await call.rememberReference(told.reference)
      if (told) return told.answer
      if (attempt.providerReference !== null) return taken(attempt.providerReference)
      // Adyen may not have the request. Under its idempotency key it counts once.
      return order(send, call, attempt as AskedFollowUp)
    },

    async reverse() {
      throw new UnknownOutcome('Adyen takes no capture, refund or void back. Fix it in its Customer Area.')
    },
  }
}

async function order(send: Send, call: Call, asked: AskedFollowUp): Promise<ProviderAnswer> {
  const { attemptId, money, parent } = asked
  if (parent.providerReference === null || isLink(parent.providerReference)) return answerWith('1001', NOT_NAMED)
  const request = modificationOf(call.account, asked)
  if (request === null) return answerWith('1001', `Adyen counts ${money.currency} in larger units.`)
  const answer = await send(call, { method: 'POST', ...request, idempotencyKey: attemptId })
  if (answer.status >= 400) return requestRefused(answer)
  const reference = getText(answer.json, 'pspReference')
  if (reference === undefined) throw new UnknownOutcome('Adyen took an order without naming it.')
  await call.rememberReference(reference)
  return taken(reference)
}

/** Adyen accepted it; its notice has the result. */
function taken(referenceNumber: string): ProviderAnswer {
  return answerWith('1002', 'pending', { referenceNumber, providerResponseCode: 'received' })
}
