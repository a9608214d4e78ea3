import { completeAuthentication } from '#flows/three-ds/complete-authentication.ts'
import { requestAuthentication } from '#flows/three-ds/request-authentication.ts'
import { CompleteAuthenticationBody, RequestAuthenticationBody, ThreeDsParams } from '../contract/three-ds.ts'
import { Envelope } from '../contract/transactions.ts'
import { route } from '../route.ts'
import { envelopeView } from '../views/envelope.ts'

export const requestAuthenticationRoute = route({
  method: 'POST',
  path: '/api/transactions/three-ds/:three_ds_server_trans_id/request-authentication',
  guard: 'merchant',
  tag: '3-D Secure',
  summary: 'Go on after the fingerprint',
  params: ThreeDsParams,
  body: RequestAuthenticationBody,
  answers: { 200: Envelope },
  handle: async (gateway, { caller, params, body }) => {
    const { three_ds_server_trans_id: id } = params
    const step = await requestAuthentication(gateway, caller.merchantId, id, body.payment_data)
    return { status: 200, json: envelopeView(step) }
  },
})

export const completeAuthenticationRoute = route({
  method: 'POST',
  path: '/api/transactions/three-ds/authentication-completed',
  guard: 'merchant',
  tag: '3-D Secure',
  summary: 'Go on after a challenge in a frame, or at your own notification address',
  body: CompleteAuthenticationBody,
  answers: { 200: Envelope },
  handle: async (gateway, { caller, body }) => {
    const { session_id: sessionId, payment_data: paymentData, trans_status: reported } = body
    const step = await completeAuthentication(gateway, caller.merchantId, sessionId, paymentData, reported)
    return { status: 200, json: envelopeView(step) }
  },
})
