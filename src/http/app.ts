import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { cutOff } from '#domain/merchant-move.ts'
import type { RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { meansUnavailable } from '#flows/requests/availability.ts'
import type { Identity } from '#identity/index.ts'
import type { OpenApiDocument } from './docs/reference/document.ts'
import { addDatabaseGauges } from './monitoring/database-gauges.ts'
import { healthRoutes } from './monitoring/health.ts'
import { addCircuitGauge, addReversalGauge, listenForScrapes, metricsRoute } from './monitoring/metrics.ts'
import { exposeMetrics } from './monitoring/metrics-cluster.ts'
import { openApiDocument } from './openapi/document.ts'
import type { FindDemoMerchant } from './pages/docs/demo-route.ts'
import { docsRoutes } from './pages/docs/routes.ts'
import { gatewayLinks } from './pages/gateway-links.ts'
import { landingRoute } from './pages/landing-route.ts'
import { callerAddress, rememberAddresses } from './request/caller-address.ts'
import { EarlyAnswer } from './request/early-answer.ts'
import { checkFraming, refuseUnparsed } from './request/framing.ts'
import { noteRefusal, recordMerchantRequests } from './request/merchant-requests.ts'
import { isMoving } from './request/moved-merchants.ts'
import { BODY_LIMIT } from './request/received-body.ts'
import { logRequests } from './request/request-log.ts'
import { openRoutes } from './request/routes-plugin.ts'
import { traceRequests } from './request/trace-requests.ts'
import { refuseUnknownPaths } from './request/unknown-paths.ts'
import { renderAnswer, securityHeaders, send } from './response/answers.ts'
import { renderErrorFor, renderFaultFor } from './response/browser-errors.ts'
import { requestErrorOf, requestProblem } from './response/problems.ts'
import type { StateFrame } from './response/state-answer.ts'
import { get, type Route } from './route.ts'

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
  readonly identity: Pick<Identity, 'plugin' | 'verify' | 'signIn'>
  readonly routes: readonly Route[]
  /** Routes of the API reference; by default `routes`. */
  readonly documented?: readonly Route[]
  readonly config: HttpConfig
  /** True once the process is stopping, so that load balancers send no new requests. */
  readonly isStopping?: () => boolean
  /** For the forms of the API reference, in `uat`. */
  readonly demo?: FindDemoMerchant
  readonly stateFrame?: StateFrame
}

/** Builds the server: routes, token endpoint, health, metrics and documentation. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { gateway, identity, routes, config } = parts
  const { log, settings } = gateway
  const app = createServer(gateway)
  app.decorateRequest('caller', null)
  app.decorate('stateFrame', parts.stateFrame)
  rememberAddresses(app, config.trustedProxies, log)
  traceRequests(app)
  logRequests(app, log, settings.realm)
  recordMerchantRequests(app, gateway)
  checkFraming(app)
  refuseUnknownPaths(app, gateway)
  app.setErrorHandler((error, request, reply) => refuse(gateway, error, request, reply))
  await app.register(identity.plugin, { addressOf: callerAddress })
  const open = (all: readonly Route[]) =>
    all
      .filter(({ uatOnly }) => !uatOnly || settings.realm === 'uat')
      .filter(({ guard }) => guard !== 'person' || identity.signIn !== null)
  const served = open(routes)
  const all = [...served, ...ownRoutes(parts, served, open(parts.documented ?? routes))]
  await app.register(async (scope) => openRoutes(scope, all, { gateway, identity, ...config }))
  addCircuitGauge(gateway)
  addReversalGauge(gateway)
  addDatabaseGauges(gateway)
  if (cluster.isWorker) exposeMetrics('api')
  if (config.metricsPort !== null) serveMetricsApart(app, config.metricsPort, config.host)
  return app
}

/** A request that trickles in is cut off after this. */
const ARRIVAL_MS = 30_000

function createServer(gateway: Gateway): FastifyInstance {
  return Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    keepAliveTimeout: 65_000,
    requestTimeout: ARRIVAL_MS,
    http: {
      // Node gives the body the longer of these two times, and looks for late ones this often.
      headersTimeout: ARRIVAL_MS,
      connectionsCheckingInterval: 1000,
      // A missing Host header gets our error body instead.
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

/** Answers any error without details; an unexpected one goes to the log. */
async function refuse(
  { log, moves }: Gateway,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (error instanceof EarlyAnswer) return send(reply, renderAnswer(error.answer))
  const known = requestErrorOf(error) ?? brokenOff(error, request, log)
  if (known) noteRefusal(request, known)
  if (known) return send(reply, renderErrorFor(request.routeOptions.config.route, known, request))
  if (await isMoving(moves, request)) {
    log.info({ request_id: request.id, err: error }, 'request cut off by the move of its merchant')
    return send(reply, renderErrorFor(request.routeOptions.config.route, cutOff(), request))
  }
  const isUnavailable = meansUnavailable(error)
  log.error({ request_id: request.id, err: error }, isUnavailable ? 'database unavailable' : 'unexpected error')
  const { route } = request.routeOptions.config
  if (!isUnavailable) return send(reply, renderFaultFor(route, request))
  return send(
    reply,
    renderErrorFor(route, requestProblem('unavailable', 'The service is temporarily unavailable; try again.'), request),
  )
}

/** The client left or took too long, so the answer is lost, without an error on our side. */
function brokenOff(error: unknown, request: FastifyRequest, log: Logger): RequestError | undefined {
  if (error !== request.raw.errored) return undefined
  log.info({ request_id: request.id }, 'request aborted')
  return requestProblem('malformed', 'The request ended before it was complete.')
}

function ownRoutes(parts: AppParts, served: readonly Route[], routes: readonly Route[]): Route[] {
  const { gateway, config, demo, isStopping = () => false } = parts
  const { realm, baseUrl } = gateway.settings
  const { authUrl, authAudience } = config
  const addresses = { realm, baseUrl, authUrl, authAudience }
  const document = openApiDocument(routes, addresses) as OpenApiDocument
  const text = JSON.stringify(document)
  const people = { links: gatewayLinks(gateway.settings, served), demo: realm === 'uat' ? demo : undefined }
  const openApiRoute = get('/openapi.json', {
    guard: 'open',
    handle: async () => ({ status: 200, text, contentType: 'application/json; charset=utf-8' }),
  })
  return [
    ...healthRoutes(isStopping),
    metricsRoute(realm),
    openApiRoute,
    landingRoute(people),
    ...docsRoutes({ routes, document, ...people }),
  ]
}

function serveMetricsApart(app: FastifyInstance, port: number, host: string): void {
  let server: Server | undefined
  app.addHook('onListen', async () => {
    server = listenForScrapes(port, host)
  })
  app.addHook('onClose', async () => void server?.close())
}
