import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { observeRequest } from '../monitoring/metrics.ts'
import { securityHeaders } from '../response/answers.ts'
import { refusedFields } from './merchant-requests.ts'
import { paymentOf, routeOf, withinSpan } from './trace-requests.ts'

/** Requests of machines every few seconds, logged at `info` only if they fail. */
const CHECKS = /^\/(health\/.*|metrics)$/
const FIRST_FAILURE = 400

export function logRequests(app: FastifyInstance, log: Logger, realm: string): void {
  app.addHook('onRequest', async (request, reply) => {
    // Set on the raw response, so answers that bypass the framework have them too.
    for (const [name, value] of Object.entries(securityHeaders(realm, request.id))) reply.raw.setHeader(name, value)
  })
  app.addHook('onResponse', async (request, reply) => {
    observeRequest(request.method, routeOf(request), reply.statusCode, reply.elapsedTime / 1000)
    const isRoutine = CHECKS.test(routeOf(request)) && reply.statusCode < FIRST_FAILURE
    const level = isRoutine ? 'debug' : 'info'
    withinSpan(request, () => log[level]({ ...lineOf(request, reply), ...paymentOf(request) }, 'request'))
  })
}

/** Omits IP address, query and body, because they may have data that a log must not have. */
function lineOf(request: FastifyRequest, reply: FastifyReply): object {
  const refused = refusedFields(request)
  return {
    request_id: request.id,
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(request.caller && { client_id: request.caller.clientId }),
    ...(request.told?.processingCode && { processing_code: request.told.processingCode }),
    ...(refused.length > 0 && { refused_fields: refused }),
  }
}
