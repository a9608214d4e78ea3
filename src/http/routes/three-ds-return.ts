import { describeReturn } from '#flows/three-ds/describe-return.ts'
import { continueFullPage, finishFullPage } from '#flows/three-ds/finish-full-page.ts'
import { receiveChallenge } from '#flows/three-ds/receive-challenge.ts'
import { receiveMethodNotification } from '#flows/three-ds/receive-method-notification.ts'
import { ChallengeResponseForm, MethodNotificationForm, ThreeDsPageParams } from '../contract/three-ds.ts'
import { challengeReturnPage } from '../pages/challenge-return-page.ts'
import { follow } from '../pages/follow.ts'
import { messagePage } from '../pages/message-page.ts'
import { orNotFound } from '../pages/not-found-page.ts'
import { route } from '../route.ts'

/** Browsers, banks and their pages come without a token; the authentication's id is all they know. */
const PAGE = { guard: 'open', params: ThreeDsPageParams } as const

/** A browser says here whether it stands on a full page or in a frame (Fetch Metadata). */
const DESTINATION = 'sec-fetch-dest'

export const methodNotificationRoute = route({
  ...PAGE,
  method: 'POST',
  path: '/three-ds/:id/method-notification',
  summary: 'Where the method page reports',
  takes: 'form',
  body: MethodNotificationForm,
  handle: async (gateway, { params, body }) => {
    const isOfThis = await receiveMethodNotification(gateway, params.id, body.threeDSMethodData ?? '')
    const said = { heading: 'Done', words: 'Your bank has seen this browser.', framed: true }
    return { status: 200, page: messagePage(isOfThis ? { ...said, scripts: ['three-ds/method-notified.ts'] } : said) }
  },
})

export const challengeNotificationRoute = route({
  ...PAGE,
  method: 'POST',
  path: '/three-ds/:id/challenge-notification-url',
  tag: '3-D Secure',
  summary: 'Where the access control server posts the challenge response (direct API)',
  takes: 'form',
  body: ChallengeResponseForm,
  handle: (gateway, { params, body, header }) =>
    orNotFound(async () => {
      await receiveChallenge(gateway, params.id, body.cres ?? '')
      // The shopper may close the page before it loads the next one: what can be finished is finished now.
      if (header(DESTINATION) === 'document') await finishFullPage(gateway, params.id)
      return { status: 303, location: returnPath(params.id) }
    }),
})

export const challengeReturnRoute = route({
  ...PAGE,
  method: 'GET',
  path: '/three-ds/:id/challenge-return',
  summary: 'Where the browser is back from the bank',
  handle: (gateway, { params, header }) =>
    orNotFound(async () => {
      const fetchDestination = header(DESTINATION)
      if (fetchDestination === 'document') return follow(gateway, await finishFullPage(gateway, params.id))
      const returned = await describeReturn(gateway, params.id)
      const page = challengeReturnPage({
        ...returned,
        sessionId: params.id,
        finishUrl: returnPath(params.id),
        fetchDestination,
      })
      return { status: 200, page }
    }),
})

export const finishChallengeRoute = route({
  ...PAGE,
  method: 'POST',
  path: '/three-ds/:id/challenge-return',
  summary: 'Go on, on a full page',
  takes: 'form',
  handle: (gateway, { params }) => orNotFound(async () => follow(gateway, await finishFullPage(gateway, params.id))),
})

export const continueFingerprintRoute = route({
  ...PAGE,
  method: 'POST',
  path: '/three-ds/:id/continue',
  summary: 'Go on after a fingerprint on a page of our own',
  takes: 'form',
  handle: (gateway, { params }) => orNotFound(async () => follow(gateway, await continueFullPage(gateway, params.id))),
})

function returnPath(id: string): string {
  return `/three-ds/${id}/challenge-return`
}
