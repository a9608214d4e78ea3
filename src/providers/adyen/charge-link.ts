import type { AskedAttempt, Call, InquiryAnswer } from '#providers/port/tools.ts'
import { answerWith, getText, UnknownOutcome } from '#providers/port/tools.ts'
import type { Send } from './client.ts'
import type { PaymentChannel } from './payment-channel.ts'
import { orderReversal } from './reverse.ts'
import { requestRefused } from './translate/answer.ts'
import { answerOfLink, isLink, type LinkCharge, linkOf } from './translate/link.ts'
import { chargeFromNotices, effectiveApproval, failedReversals, isReversed } from './translate/notice-history.ts'

/** Channel of Adyen's payment pages: a link has an inquiry, and a notice names its payment. */
export function createLinkChannel(send: Send): PaymentChannel<LinkCharge> {
  return {
    async authorize(call, charge) {
      const body = linkOf(call.account, charge)
      if (body === null) return answerWith('1001', `Adyen counts ${charge.money.currency} in larger units.`)
      const { attemptId: idempotencyKey } = charge
      const answer = await send(call, { method: 'POST', path: '/paymentLinks', body, idempotencyKey })
      if (answer.status >= 400) return requestRefused(answer)
      const id = getText(answer.json, 'id')
      if (id !== undefined) await call.rememberReference(id)
      return answerOfLink(answer.json)
    },

    async inquire(call, attempt) {
      // A refusal is not the end: the shopper may choose again until the link expires.
      const told = effectiveApproval(attempt) || isReversed(attempt) ? chargeFromNotices(attempt) : undefined
      if (told && told.reference !== attempt.providerReference) await call.rememberReference(told.reference)
      return told?.answer ?? askLink(send, call, attempt)
    },

    async reverse(call, attempt) {
      if (isReversed(attempt)) return
      const pspReference = effectiveApproval(attempt)?.pspReference ?? paymentIn(attempt)
      const { attemptId, providerReference } = attempt
      if (pspReference !== null) {
        await orderReversal(send, call, { attemptId, pspReference, failed: failedReversals(attempt) })
      } else if (providerReference !== null) {
        await expire(send, call, providerReference)
      }
      // A link without a returned URL cannot be paid.
    },
  }
}

/** Adyen's ID of the payment, from an earlier notice. */
function paymentIn({ providerReference }: AskedAttempt): string | null {
  return providerReference !== null && !isLink(providerReference) ? providerReference : null
}

async function askLink(send: Send, call: Call, attempt: AskedAttempt): Promise<InquiryAnswer> {
  const { providerReference } = attempt
  if (providerReference === null) return { kind: 'not-found' }
  if (!isLink(providerReference)) return answerWith('1002', 'pending')
  return answerOfLink(await linkAt(send, call, providerReference))
}

/** Ends a link. A payment in progress on it continues, and its end must be awaited. */
async function expire(send: Send, call: Call, id: string): Promise<void> {
  await send(call, { method: 'PATCH', path: `/paymentLinks/${id}`, body: { status: 'expired' } })
  const status = getText(await linkAt(send, call, id), 'status')
  if (status !== 'expired')
    throw new UnknownOutcome(`A payment on the link is in progress (${status}): wait for the end of it.`)
}

async function linkAt(send: Send, call: Call, id: string): Promise<unknown> {
  const { status, json } = await send(call, { method: 'GET', path: `/paymentLinks/${id}` })
  if (status >= 400) throw new UnknownOutcome(`Adyen did not show a payment link (${status}).`)
  return json
}
