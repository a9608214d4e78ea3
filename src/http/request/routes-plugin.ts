import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gateway } from '#flows/gateway.ts'
import { createRateLimiter, type RateLimiter } from '#flows/requests/rate-limiter.ts'
import type { Identity } from '#identity/index.ts'
import type { Route } from '../route.ts'
import { allowSlowArrival } from './framing.ts'
import { authenticateCaller, limitRate } from './guards.ts'
import { isRefusal, leadToGroup, refuseIncomplete } from './moved-merchants.ts'
import { bodyLimitOf, checkDeclaredLength, receiveBody, receiveStream } from './received-body.ts'
import { serveRoute } from './serve-route.ts'
import { validatorsFor } from './validate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly route?: Route
  }
}

export interface RoutesPluginOptions {
  readonly gateway: Gateway
  readonly identity: Pick<Identity, 'verify'>
  /** Per merchant and second; 0 is off. */
  readonly rateLimitPerSecond: number
}

/**
 * Registers the routes in a scope. Its steps are the order of errors (docs/reference/requests.md#order-of-errors): 401,
 * 403, 429 before the body is read, then 413, 415, 400, and the rest in `serveRoute`.
 */
export function openRoutes(scope: FastifyInstance, routes: readonly Route[], options: RoutesPluginOptions): void {
  const { gateway, rateLimitPerSecond } = options
  const limiter = rateLimitPerSecond > 0 ? createRateLimiter(gateway.sql, rateLimitPerSecond) : undefined
  const validators = validatorsFor(gateway.settings.realm)
  const openIn = (inner: FastifyInstance, route: Route) =>
    inner.route({
      method: route.method,
      url: route.path,
      config: { route },
      bodyLimit: bodyLimitOf(route),
      onRequest: enter(route, options, limiter),
      handler: serveRoute(gateway, route, validators),
    })
  readBodiesWhole(scope)
  const { stream = [], whole = [] } = Object.groupBy(routes, ({ takes }) => (takes === 'stream' ? 'stream' : 'whole'))
  for (const route of whole) openIn(scope, route)
  scope.register(async (inner) => {
    readBodiesAsTheyArrive(inner, gateway)
    for (const route of stream) openIn(inner, route)
  })
}

function enter(route: Route, { gateway, identity }: RoutesPluginOptions, limiter: RateLimiter | undefined) {
  return async (request: FastifyRequest): Promise<void> => {
    await leadToGroup(gateway, route, request)
    await authenticateCaller(gateway, identity, route, request).catch(async (error) => {
      if (!isRefusal(error)) await refuseIncomplete(gateway, route, request)
      throw error
    })
    if (limiter) await limitRate(limiter, route, request)
    checkDeclaredLength(route, request)
  }
}

/** Reads every media type with one parser, so that a body over the limit is always a 413. */
function readBodiesWhole(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    receiveBody(request.routeOptions.config.route!, request, bytes),
  )
}

function readBodiesAsTheyArrive(scope: FastifyInstance, { settings }: Gateway): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    allowSlowArrival(settings.realm, request.raw)
    return receiveStream(request, payload)
  })
}
