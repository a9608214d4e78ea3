import type { ShopperPage } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { receiveChallenge } from '#flows/payment/actions/receive-notifications.ts'
import { type ChallengeResult, describeReturn, finishFullPage } from '#flows/payment/authenticate/browser-return.ts'
import { continueInBrowser } from './api/common/follow.ts'
import { ChallengeResponseForm, ThreeDsPageParams } from './api/three-ds.ts'
import { paymentLocale } from './language/request-locale.ts'
import { challengeReturnPage } from './pages/challenge-return-page.ts'
import { orNotFoundPage } from './pages/message-page.ts'
import { type Answer, get, post, type Route, type RouteContext } from './route.ts'

/** docs/reference/three-ds.md#challenge */
interface Surface {
  readonly name: string
  /** `operationId` of the challenge response. */
  readonly operation: string
  /** Below `/three-ds/{id}`; where our pages are paid on, the name of the page. */
  readonly path: '' | `/${ShopperPage['name']}`
  /** Result of a challenge in a frame, for the page around it; null without a frame. */
  readonly framed: ((gateway: Gateway, id: string) => Promise<ChallengeResult>) | null
}

/** On a full page each completes the payment if it can, then continues with its next step or at the shop. */
const SURFACES: readonly Surface[] = [
  { name: 'direct API', operation: 'postChallengeResponse', path: '', framed: describeReturn },
  {
    name: 'hosted page',
    operation: 'postHostedPageChallengeResponse',
    path: '/hosted-payment-page',
    framed: null,
  },
  {
    name: 'embedded fields',
    operation: 'postEmbeddedFieldsChallengeResponse',
    path: '/embedded-fields',
    framed: resultForOurFrame,
  },
]

/** Open, because browsers and banks have no token; they know only the ID of the authentication. */
const PAGE = { guard: 'open', params: ThreeDsPageParams } as const

export const challengeRoutes: readonly Route[] = SURFACES.flatMap((surface) => [
  notificationRoute(surface),
  returnRoute(surface),
  ...(surface.framed ? [finishRoute(surface)] : []),
])

function notificationRoute(surface: Surface): Route {
  return post(`/three-ds/:id${surface.path}/challenge-notification-url`, {
    ...PAGE,
    tag: 'EMV 3-D Secure',
    operation: surface.operation,
    summary: `Where the access control server posts the challenge response (${surface.name})`,
    takes: 'form',
    lenientForm: true,
    body: ChallengeResponseForm,
    handle: (gateway, { params, body, header }) =>
      orNotFoundPage(header, async () => {
        await receiveChallenge(gateway, params.id, body.cres ?? '')
        // The shopper may close the page before the next one loads, so this completes the payment first.
        if (isFullPage(surface, header)) await finishFullPage(gateway, params.id)
        return { status: 303, location: returnPath(surface, params.id) }
      }),
  })
}

function returnRoute(surface: Surface): Route {
  return get(returnPath(surface, ':id'), {
    ...PAGE,
    handle: (gateway, { params: { id }, header }) =>
      isFullPage(surface, header)
        ? finish(gateway, id, header)
        : orNotFoundPage(header, () => showResult(gateway, surface, id, header)),
  })
}

/** Finishes a full page: without Fetch Metadata, the page itself finds out if it is framed, and posts here. */
function finishRoute(surface: Surface): Route {
  return post(returnPath(surface, ':id'), {
    ...PAGE,
    takes: 'form',
    handle: (gateway, { params, header }) => finish(gateway, params.id, header),
  })
}

type Header = RouteContext<'open', unknown, unknown, unknown>['header']

const DESTINATION = 'sec-fetch-dest'

function isFullPage({ framed }: Surface, header: Header): boolean {
  return framed === null || header(DESTINATION) === 'document'
}

async function showResult(gateway: Gateway, surface: Surface, id: string, header: Header): Promise<Answer> {
  const result = await surface.framed!(gateway, id)
  const finishUrl = returnPath(surface, id)
  const fetchDestination = header(DESTINATION)
  const locale = await paymentLocale(gateway, result.transaction, header)
  return { status: 200, page: challengeReturnPage({ ...result, sessionId: id, finishUrl, fetchDestination, locale }) }
}

function finish(gateway: Gateway, id: string, header: Header): Promise<Answer> {
  return orNotFoundPage(header, async () => continueInBrowser(gateway, await finishFullPage(gateway, id), header))
}

/** Limits the result to our origin, which the card frame has. */
async function resultForOurFrame(gateway: Gateway, id: string): Promise<ChallengeResult> {
  const result = await describeReturn(gateway, id)
  return { ...result, targetOrigins: [new URL(gateway.settings.baseUrl).origin] }
}

function returnPath({ path }: Surface, id: string): string {
  return `/three-ds/${id}${path}/challenge-return`
}
