import { Type } from 'typebox'
import type { Gateway } from '#flows/gateway.ts'
import { currentAnswer } from '#flows/payment/outcome/current-answer.ts'
import { continuePayment, paymentOf } from '#flows/sessions/continue-payment.ts'
import { openSession } from '#flows/sessions/read-session.ts'
import { continueInBrowser, showStep } from '../../api/common/follow.ts'
import { requestLocale } from '../../request/request-locale.ts'
import { type Answer, get, post } from '../../route.ts'
import { orUnknownPage } from './answers.ts'

/** Open, because the IDs of session and payment cannot be guessed. */
const PAYMENT = {
  guard: 'open',
  params: Type.Object({ session_id: Type.String(), transaction_id: Type.String() }),
} as const

/** Shows the step that is due, or returns to the shop; may be loaded repeatedly. */
export const showSessionPaymentRoute = get('/hosted-payment-page/:session_id/tries/:transaction_id', {
  ...PAYMENT,
  summary: 'Continue a payment on a full page',
  handle: (gateway, { params, header }) =>
    orUnknownPage(gateway, visitOf(params, header), async () => {
      const { merchantId, id } = await findPayment(gateway, params)
      const step = await currentAnswer(gateway, merchantId, id)
      return step.kind === 'action' ? showStep(gateway, step) : continueInBrowser(gateway, step)
    }),
})

export const continueSessionPaymentRoute = post('/hosted-payment-page/:session_id/tries/:transaction_id/continue', {
  ...PAYMENT,
  summary: 'Continue after a fingerprint on a full page',
  takes: 'form',
  handle: (gateway, { params, header }): Promise<Answer> =>
    orUnknownPage(gateway, visitOf(params, header), async () =>
      continueInBrowser(gateway, await continuePayment(gateway, await findPayment(gateway, params))),
    ),
})

function visitOf({ session_id: sessionId }: { readonly session_id: string }, header: Header) {
  return { sessionId, locale: requestLocale(undefined, header), header }
}

type Header = (name: string) => string | undefined

async function findPayment(gateway: Gateway, ids: { readonly session_id: string; readonly transaction_id: string }) {
  return paymentOf(await openSession(gateway, ids.session_id), ids.transaction_id)
}
