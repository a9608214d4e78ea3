import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { meansUnavailable } from '#flows/requests/availability.ts'
import type { Identity } from '#identity/index.ts'
import { send } from './answers.ts'
import { renderErrorFor } from './browser-errors.ts'
import { addDocs } from './docs.ts'
import { checkFraming, refuseUnparsed } from './framing.ts'
import { healthRoutes } from './health.ts'
import { showCircuits } from './metrics.ts'
import { offerMetrics } from './metrics-cluster.ts'
import { listenForScrapes, metricsRoute } from './metrics-route.ts'
import { openApiDocument } from './openapi.ts'

import { plain, renderFault, renderRequestError, requestErrorOf } from './problems.ts'
import { BODY_LIMIT } from './received-body.ts'
import { securityHeaders, watchRequests } from './request-watch.ts'
import { type Route, route } from './route.ts'
import { openRoutes } from './routes-plugin.ts'
import { trustOf } from './trusted-proxy.ts'
import { refuseUnknownPaths } from './unknown-paths.ts'

/** What the HTTP room takes of the configuration. */
export interface HttpConfig {
  readonly host: string
  readonly authUrl: string
  readonly authAudience: string
  readonly metricsPort: number | null
  readonly rateLimitPerSecond: number
  readonly trustedProxies: readonly string[]
}

export interface AppParts {
  readonly gateway: Gateway
  readonly identity: Pick<Identity, 'plugin' | 'verify'>
  readonly routes: readonly Route[]
  readonly config: HttpConfig
}

/** Everything the gateway answers over HTTP: the routes, the token endpoint, health, figures and the API reference. */
export async function buildApp({ gateway, identity, routes, config }: AppParts): Promise<FastifyInstance> {
  const { log, settings } = gateway
  const app = createServer(gateway, config)
  app.decorateRequest('caller', null)
  watchRequests(app, log, settings.realm)
  checkFraming(app)
  refuseUnknownPaths(app)
  app.setErrorHandler((error, request, reply) => refuse(gateway, error, request, reply))
  await app.register(identity.plugin)
  const open = routes.filter(({ uatOnly }) => !uatOnly || settings.realm === 'uat')
  const all = [...open, ...ownRoutes(gateway, open, config)]
  await app.register(async (scope) => openRoutes(scope, all, { gateway, identity, ...config }))
  addDocs(app, config.authUrl)
  showCircuits(gateway)
  if (cluster.isWorker) offerMetrics()
  if (config.metricsPort !== null) scrapeApart(app, config.metricsPort, config.host)
  return app
}

/** A request that trickles in is cut off after this. */
const ARRIVAL_MS = 30_000

function createServer(gateway: Gateway, config: HttpConfig): FastifyInstance {
  return Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustOf(config.trustedProxies),
    genReqId: () => randomUUID(),
    keepAliveTimeout: 65_000,
    requestTimeout: ARRIVAL_MS,
    http: {
      // Node gives the body the longer of these two times, and looks for late ones this often.
      headersTimeout: ARRIVAL_MS,
      connectionsCheckingInterval: 1000,
      // Ours is a refusal like any other.
      requireHostHeader: false,
    },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2048 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(gateway.settings.realm, request.id))
      return refuse(gateway, error, request, reply)
    },
    clientErrorHandler: (error, socket) => refuseUnparsed(gateway.settings.realm, error, socket),
  })
}

/** Whatever was thrown, as an answer that tells no more than it should; what nobody foresaw goes to the log. */
function refuse({ log }: Gateway, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = requestErrorOf(error) ?? brokenOff(error, request, log)
  if (known) return send(reply, renderErrorFor(request.routeOptions.config.route, known, request.method))
  const isAway = meansUnavailable(error)
  log.error({ request_id: request.id, err: error }, isAway ? 'the database cannot serve' : 'an unexpected error')
  if (!isAway) return send(reply, renderFault(request.id, request.method))
  return send(reply, renderRequestError(plain('unavailable', 'We cannot serve just now; try again.'), request.method))
}

/** Its client went away, or took too long: nobody hears the answer, and nothing is wrong with us. */
function brokenOff(error: unknown, request: FastifyRequest, log: Logger): RequestError | undefined {
  if (error !== request.raw.errored) return undefined
  log.info({ request_id: request.id }, 'a request ended before it was complete')
  return plain('malformed', 'The request ended before it was complete.')
}

/** Routes of the building itself: health, figures and the document that describes all the others. */
function ownRoutes({ settings }: Gateway, routes: readonly Route[], { authUrl, authAudience }: HttpConfig): Route[] {
  const { realm, baseUrl } = settings
  const text = JSON.stringify(openApiDocument(routes, { realm, baseUrl, authUrl, authAudience }))
  const openApiRoute = route({
    method: 'GET',
    path: '/openapi.json',
    guard: 'open',
    summary: 'Read this document',
    handle: async () => ({ status: 200, text, contentType: 'application/json; charset=utf-8' }),
  })
  return [...healthRoutes, metricsRoute(realm), openApiRoute]
}

function scrapeApart(app: FastifyInstance, port: number, host: string): void {
  let server: Server | undefined
  app.addHook('onListen', async () => {
    server = listenForScrapes(port, host)
  })
  app.addHook('onClose', async () => void server?.close())
}
