import type { FastifyRequest } from 'fastify'
import { refuseMoved } from '#domain/merchant-move.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { RateLimitBucket, RateLimiter } from '#flows/requests/rate-limiter.ts'
import { authorizeBrowser } from '#flows/sessions/read-session.ts'
import { SessionError } from '#flows/sessions/session-error.ts'
import type { Caller, PersonCaller } from '#identity/caller.ts'
import { calledOrigin } from '#identity/gateway-origins.ts'
import type { Identity } from '#identity/index.ts'
import { requestProblem } from '../response/problems.ts'
import type { Route } from '../route.ts'
import { callerAddress } from './caller-address.ts'
import { checkClientLimits } from './client-limits.ts'
import { headerValue, headerValues } from './headers.ts'
import { refuseToken } from './moved-merchants.ts'
import { authenticatePerson, crossSiteForm, isSameOrigin } from './person-guard.ts'
import { unstorableText } from './unstorable-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller; null at open routes. */
    caller: Caller | PersonCaller | null
  }
}

/**
 * Authenticates and authorizes the caller before the body is read.
 * @throws RequestError `unauthenticated` (401), `forbidden` (403) for a token of another scope, as `refuseMoved`;
 * EarlyAnswer
 */
export async function authenticateCaller(
  gateway: Gateway,
  identity: Pick<Identity, 'verify'>,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  if (route.ownPagesOnly && !isSameOrigin(gateway, request)) throw crossSiteForm(request)
  if (route.guard === 'open') return
  if (route.guard === 'client') return admitBrowser(gateway, request)
  if (route.guard === 'person') return authenticatePerson(gateway, route, request)
  const caller = await identity
    .verify(headerValues(request, 'authorization'), callerAddress(request))
    .catch((error) => refuseToken(gateway, error))
  if (caller.scope !== route.guard) {
    throw requestProblem('forbidden', `Use a token with the scope ${route.guard}.`, route.guard)
  }
  // Before the caller is set, because the request log has nothing of a merchant that moved.
  if (caller.scope === 'merchant') refuseMoved(gateway.moves.of(caller.merchantId))
  request.caller = caller
  if (caller.scope === 'merchant') checkClientLimits(route, caller)
}

/** Authenticates our own page: its origin is ours or missing, and its client key belongs to its session. */
async function admitBrowser(gateway: Gateway, request: FastifyRequest): Promise<void> {
  const origin = calledOrigin(gateway.settings.baseUrl, request.headers.host)
  if (headerValues(request, 'origin').some((from) => from !== origin)) throw new SessionError('origin_not_allowed')
  const { session_id: sessionId } = request.params as { session_id: string }
  // The path is validated after the caller; an id that no column can hold is no session's.
  if (unstorableText(request.params).length > 0) throw new SessionError('session_not_found')
  const clientKey = headerValue(request, 'x-client-key') ?? ''
  const merchantId = await authorizeBrowser(gateway, clientKey, sessionId)
  refuseMoved(gateway.moves.of(merchantId))
  request.caller = { scope: 'client', merchantId, sessionId, clientId: clientKey }
}

/** @throws RequestError `too-many-requests` (docs/reference/limits.md#rate-limits) */
export async function limitRate(limiter: RateLimiter, route: Route, request: FastifyRequest): Promise<void> {
  if (request.caller?.scope !== 'merchant') return
  await limiter.spend(allowanceOf(route), request.caller.merchantId)
}

function allowanceOf(route: Route): RateLimitBucket {
  if (route.method === 'GET') return 'reads'
  return route.path.startsWith('/api/transactions/three-ds/') ? 'three-ds-steps' : 'requests'
}
