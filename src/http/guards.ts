import type { FastifyRequest } from 'fastify'
import type { Gateway } from '#flows/gateway.ts'
import { openForBrowser } from '#flows/sessions/read-session.ts'
import { SessionError } from '#flows/sessions/session-error.ts'
import type { Caller } from '#identity/caller.ts'
import type { Identity } from '#identity/index.ts'
import { headerValues } from './header-values.ts'
import { plain } from './problems.ts'
import type { Route } from './route.ts'
import { unstorableText } from './unstorable-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null at open routes. */
    caller: Caller | null
  }
}

/**
 * Lets the right callers through, before a byte of the body is read.
 * @throws RequestError `unauthenticated` (401) or, where the token's scope is another, `forbidden` (403)
 */
export async function admit(
  gateway: Gateway,
  identity: Pick<Identity, 'verify'>,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  if (route.guard === 'open') return
  if (route.guard === 'client') return admitBrowser(gateway, request)
  const caller = await identity.verify(headerValues(request, 'authorization'))
  if (caller.scope !== route.guard) {
    throw plain('forbidden', `This needs a token with the scope ${route.guard}.`, route.guard)
  }
  request.caller = caller
}

/** A page of ours: same origin, or the browser that does not say. Its client key must belong to its session. */
async function admitBrowser(gateway: Gateway, request: FastifyRequest): Promise<void> {
  const { origin } = new URL(gateway.settings.baseUrl)
  if (headerValues(request, 'origin').some((from) => from !== origin)) throw new SessionError('origin_not_allowed')
  const { session_id: sessionId } = request.params as { session_id: string }
  // The path is judged after the caller, and what no column can hold is nobody's session.
  if (unstorableText(request.params).length > 0) throw new SessionError('session_not_found')
  const [clientKey = ''] = headerValues(request, 'x-client-key')
  const merchantId = await openForBrowser(gateway, clientKey, sessionId)
  request.caller = { scope: 'client', merchantId, sessionId, clientId: clientKey }
}
