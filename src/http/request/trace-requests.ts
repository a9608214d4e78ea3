import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loggedText } from '#domain/kept-text.ts'
import { beginRequest, type OpenSpan } from '#trace/index.ts'
import { transactionIdFrom } from './payment-summary.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null
  }
}

const FIRST_FAULT = 500

/** Makes every request a span, below the one that its caller names (docs/operate/tracing.md). */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = beginRequest(request.headers.traceparent?.toString()) ?? null
    withinSpan(request, done)
  })
  // Readers of a body lose the span, so this restores it.
  app.addHook('preValidation', (request, _reply, done) => withinSpan(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    if (request.span) endSpan(request.span, request, reply)
    done()
  })
}

function endSpan(span: OpenSpan, request: FastifyRequest, reply: FastifyReply): void {
  const { transaction_id, reference } = paymentOf(request)
  span.note({
    'http.request.method': request.method,
    'http.route': routeOf(request),
    'http.response.status_code': reply.statusCode,
    'tollgate.request_id': request.id,
    'tollgate.transaction_id': transaction_id,
    'tollgate.reference': reference && loggedText(reference),
  })
  span.end({ name: `${request.method} ${routeOf(request)}`, failed: reply.statusCode >= FIRST_FAULT })
}

export function withinSpan(request: FastifyRequest, act: () => void): void {
  if (request.span) request.span.within(act)
  else act()
}

export function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
}

export function paymentOf({ told, params }: FastifyRequest): { transaction_id?: string; reference?: string } {
  const transactionId = told?.transactionId ?? transactionIdFrom(params)
  return {
    ...(transactionId && { transaction_id: transactionId }),
    ...(told?.reference !== undefined && { reference: told.reference }),
  }
}
