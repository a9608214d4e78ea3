import { continueFullPage } from '#flows/three-ds/browser-return.ts'
import { completeAuthentication } from '#flows/three-ds/complete-authentication.ts'
import { receiveMethodNotification } from '#flows/three-ds/receive-notifications.ts'
import { requestAuthentication } from '#flows/three-ds/request-authentication.ts'
import {
  CompleteAuthenticationBody,
  MethodNotificationForm,
  RequestAuthenticationBody,
  ThreeDsPageParams,
  ThreeDsParams,
} from '../contract/three-ds.ts'
import { Envelope } from '../contract/transactions.ts'
import { messagePage, orNotFound } from '../pages/message-page.ts'
import { route } from '../route.ts'
import { envelopeView } from '../views/envelope.ts'
import { follow } from './common/follow.ts'

export const requestAuthenticationRoute = route({
  method: 'POST',
  path: '/api/transactions/three-ds/:three_ds_server_trans_id/request-authentication',
  guard: 'merchant',
  tag: 'EMV 3-D Secure',
  operation: 'requestAuthentication',
  summary: 'Go on after the fingerprint',
  params: ThreeDsParams,
  body: RequestAuthenticationBody,
  answers: { 200: Envelope },
  handle: async (gateway, { caller, params, body }) => {
    const { three_ds_server_trans_id: id } = params
    const step = await requestAuthentication(gateway, caller.merchantId, id, body.payment_data)
    return { status: 200, json: envelopeView(gateway, step) }
  },
})

export const completeAuthenticationRoute = route({
  method: 'POST',
  path: '/api/transactions/three-ds/authentication-completed',
  guard: 'merchant',
  tag: 'EMV 3-D Secure',
  operation: 'completeAuthentication',
  summary: 'Go on after a challenge in a frame, or at your own notification address',
  body: CompleteAuthenticationBody,
  namesInBody: true,
  answers: { 200: Envelope },
  handle: async (gateway, { caller, body }) => {
    const { session_id: sessionId, payment_data: paymentData, trans_status: reported } = body
    const step = await completeAuthentication(gateway, caller.merchantId, sessionId, paymentData, reported)
    return { status: 200, json: envelopeView(gateway, step) }
  },
})

/** The method page's frame ends here, on a page that tells those around it. */
export const methodNotificationRoute = route({
  method: 'POST',
  path: '/three-ds/:id/method-notification',
  guard: 'open',
  summary: 'Where the method page reports',
  params: ThreeDsPageParams,
  takes: 'form',
  body: MethodNotificationForm,
  handle: async (gateway, { params, body }) => {
    const isOfThis = await receiveMethodNotification(gateway, params.id, body.threeDSMethodData ?? '')
    const message = { heading: 'Done', words: 'Your bank has seen this browser.', framed: true }
    return {
      status: 200,
      page: messagePage(isOfThis ? { ...message, scripts: ['three-ds/method-notified.ts'] } : message),
    }
  },
})

export const continueFingerprintRoute = route({
  method: 'POST',
  path: '/three-ds/:id/continue',
  guard: 'open',
  summary: 'Go on after a fingerprint on a page of our own',
  params: ThreeDsPageParams,
  takes: 'form',
  handle: (gateway, { params }) => orNotFound(async () => follow(gateway, await continueFullPage(gateway, params.id))),
})
