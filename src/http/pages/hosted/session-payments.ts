import { Type } from 'typebox'
import type { Gateway } from '#flows/gateway.ts'
import { currentAnswer } from '#flows/payment/outcome/current-answer.ts'
import { continuePayment, paymentOf } from '#flows/sessions/continue-payment.ts'
import { openSession } from '#flows/sessions/read-session.ts'
import { continueInBrowser, showStep } from '../../api/common/follow.ts'
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
  handle: (gateway, { params, header }) =>
    orUnknownPage(gateway, { sessionId: params.session_id, header }, async () => {
      const { merchantId, id } = await findPayment(gateway, params)
      const step = await currentAnswer(gateway, merchantId, id)
      return step.kind === 'action' ? showStep(gateway, step, header) : continueInBrowser(gateway, step, header)
    }),
})

export const continueSessionPaymentRoute = post('/hosted-payment-page/:session_id/tries/:transaction_id/continue', {
  ...PAYMENT,
  takes: 'form',
  handle: (gateway, { params, header }): Promise<Answer> =>
    orUnknownPage(gateway, { sessionId: params.session_id, header }, async () =>
      continueInBrowser(gateway, await continuePayment(gateway, await findPayment(gateway, params)), header),
    ),
})

async function findPayment(gateway: Gateway, ids: { readonly session_id: string; readonly transaction_id: string }) {
  return paymentOf(await openSession(gateway, ids.session_id), ids.transaction_id)
}
