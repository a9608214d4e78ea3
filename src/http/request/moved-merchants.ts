import type { FastifyRequest } from 'fastify'
import { cutOff, refuseMoved } from '#domain/merchant-move.ts'
import { RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { RefusedToken } from '#identity/bearer-token.ts'
import type { Route } from '../route.ts'
import { EarlyAnswer } from './early-answer.ts'
import { headerValue } from './headers.ts'

/** Providers do not follow a redirect of a POST reliably. */
const NOTICES = '/provider-notices/'

/**
 * Leads a request without a token to the group of its merchant, which the IDs in its path name. A page is redirected, with
 * its form.
 * @throws EarlyAnswer with the redirect; RequestError as `refuseMoved`
 */
export async function leadToGroup({ moves }: Gateway, route: Route, request: FastifyRequest): Promise<void> {
  if (route.guard !== 'open' && route.guard !== 'client') return
  const move = await moves.find(idsIn(request))
  const isPage = route.guard === 'open' && !route.path.startsWith(NOTICES)
  if (move?.state === 'AWAY' && isPage) throw new EarlyAnswer({ status: 307, location: move.otherUrl + request.url })
  refuseMoved(move)
}

/** True if the error says already where the merchant is. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && ['misdirected', 'unavailable'].includes(error.kind)
}

/** IDs in the path, and the client key of embedded fields. */
function idsIn(request: FastifyRequest): string[] {
  const params = Object.entries(Object(request.params) as Record<string, string>)
  const ids = params.filter(([name]) => /^id$|_id$/.test(name)).map(([, id]) => id)
  return [...ids, ...[headerValue(request, 'x-client-key') ?? []].flat()]
}

/** True if the request's merchant began to move after the request was accepted: its rows may be gone. */
export async function isMoving(moves: Gateway['moves'], request: FastifyRequest): Promise<boolean> {
  const merchantId = merchantOf(request)
  if (merchantId !== undefined) return moves.of(merchantId) !== undefined
  return (await moves.find(idsIn(request)).catch(() => undefined)) !== undefined
}

function merchantOf({ caller }: FastifyRequest): string | undefined {
  return caller && 'merchantId' in caller ? (caller.merchantId ?? undefined) : undefined
}

/**
 * Rejects a request whose merchant's rows were hidden before it was done: what it found may be incomplete.
 * @throws as `leadToGroup`
 */
export async function refuseIncomplete(gateway: Gateway, route: Route, request: FastifyRequest): Promise<void> {
  if (!request.caller && idsIn(request).length === 0) return
  await gateway.moves.refresh()
  const merchantId = merchantOf(request)
  if (!request.caller) return leadToGroup(gateway, route, request)
  if (merchantId && gateway.moves.of(merchantId) && (await gateway.moves.isHidden(merchantId))) throw cutOff()
}

/** Rethrows the error of a token; a client that is unknown here may have moved. @throws RequestError as `refuseMoved` */
export async function refuseToken({ moves }: Gateway, error: unknown): Promise<never> {
  if (error instanceof RefusedToken && error.fault === 'client') {
    const { client } = error.found as { readonly client: string }
    refuseMoved(await moves.find([client]))
  }
  throw error
}
