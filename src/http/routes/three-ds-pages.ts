import type { Gateway } from '#flows/gateway.ts'
import { describeReturn, finishFullPage } from '#flows/three-ds/browser-return.ts'
import { receiveChallenge } from '#flows/three-ds/receive-notifications.ts'
import { ChallengeResponseForm, ThreeDsPageParams } from '../contract/three-ds.ts'
import { challengeReturnPage } from '../pages/challenge-return-page.ts'
import { follow } from '../pages/follow.ts'
import { orNotFound } from '../pages/not-found-page.ts'
import { type Answer, route } from '../route.ts'

// Where the bank sends a shopper back who pays on a page of ours (docs/reference/three-ds.md#challenge).

const PAGE = { guard: 'open', params: ThreeDsPageParams } as const
const NOTIFICATION = { ...PAGE, method: 'POST', tag: '3-D Secure', takes: 'form', body: ChallengeResponseForm } as const

/** The hosted page is a page of its own, so what can be finished is finished now. */
export const hostedChallengeRoute = route({
  ...NOTIFICATION,
  path: '/three-ds/:id/hosted-payment-page/challenge-notification-url',
  summary: 'Where the access control server posts the challenge response (hosted page)',
  handle: (gateway, { params, body }) =>
    orNotFound(async () => {
      await receiveChallenge(gateway, params.id, body.cres ?? '')
      await finishFullPage(gateway, params.id)
      return { status: 303, location: `/three-ds/${params.id}/hosted-payment-page/challenge-return` }
    }),
})

export const hostedReturnRoute = route({
  ...PAGE,
  method: 'GET',
  path: '/three-ds/:id/hosted-payment-page/challenge-return',
  summary: 'Where the browser is back from the bank (hosted page)',
  handle: (gateway, { params }) => finish(gateway, params.id),
})

/**
 * In the card's frame the frame goes on by itself; a shopper who took the bank's page in full stands on a full page.
 */
export const embeddedChallengeRoute = route({
  ...NOTIFICATION,
  path: '/three-ds/:id/embedded-fields/challenge-notification-url',
  summary: 'Where the access control server posts the challenge response (embedded fields)',
  handle: (gateway, { params, body, header }) =>
    orNotFound(async () => {
      await receiveChallenge(gateway, params.id, body.cres ?? '')
      if (header('sec-fetch-dest') === 'document') await finishFullPage(gateway, params.id)
      return { status: 303, location: embeddedReturnPath(params.id) }
    }),
})

/** Tells the card's frame, which has the gateway's own origin, and nobody else. */
export const embeddedReturnRoute = route({
  ...PAGE,
  method: 'GET',
  path: '/three-ds/:id/embedded-fields/challenge-return',
  summary: 'Where the browser is back from the bank (embedded fields)',
  handle: (gateway, { params, header }) =>
    orNotFound(async () => {
      const fetchDestination = header('sec-fetch-dest')
      if (fetchDestination === 'document') return follow(gateway, await finishFullPage(gateway, params.id))
      const { transStatus } = await describeReturn(gateway, params.id)
      const page = challengeReturnPage({
        transStatus,
        sessionId: params.id,
        targetOrigins: [new URL(gateway.settings.baseUrl).origin],
        finishUrl: embeddedReturnPath(params.id),
        fetchDestination,
      })
      return { status: 200, page }
    }),
})

export const finishEmbeddedRoute = route({
  ...PAGE,
  method: 'POST',
  path: '/three-ds/:id/embedded-fields/challenge-return',
  summary: 'Go on, on a full page (embedded fields)',
  takes: 'form',
  handle: (gateway, { params }) => finish(gateway, params.id),
})

function finish(gateway: Gateway, id: string): Promise<Answer> {
  return orNotFound(async () => follow(gateway, await finishFullPage(gateway, id)))
}

function embeddedReturnPath(id: string): string {
  return `/three-ds/${id}/embedded-fields/challenge-return`
}
