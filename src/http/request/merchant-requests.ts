import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '#domain/ids.ts'
import { keptName } from '#domain/kept-text.ts'
import type { RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type LoggedRequest, RequestLog } from '#flows/requests/request-log.ts'
import { type PaymentSummary, transactionIdFrom } from './payment-summary.ts'
import { RepeatedLooks } from './repeated-looks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    told: (PaymentSummary & { readonly refusedFields?: readonly string[] }) | null
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/
/** Parameter to hide, because the token of a saved card is a credential. */
const UNTOLD = 'token'
/** Names of unknown fields come from the caller; longer ones are not stored. */
const NAME = /^[\w.-]{1,60}$/
const CARD_LIKE = /\d{8}/
const MOST_NAMES = 20

/** Stores requests of merchants' servers for their request log (docs/reference/requests.md#request-log). */
export function recordMerchantRequests(app: FastifyInstance, gateway: Gateway): void {
  const requestLog = new RequestLog(gateway)
  const looks = new RepeatedLooks()
  app.decorateRequest('told', null)
  app.addHook('onResponse', async (request, reply) => {
    if (request.caller?.scope !== 'merchant') return
    const logged = toLogged(request, reply, request.caller)
    if (!looks.has(logged)) requestLog.note(logged)
  })
  app.addHook('onClose', () => requestLog.close())
}

function toLogged(
  request: FastifyRequest,
  reply: FastifyReply,
  { merchantId, clientId }: { readonly merchantId: string; readonly clientId: string },
): LoggedRequest {
  const route = request.routeOptions.url ?? 'unknown'
  return {
    merchantId,
    clientId,
    requestId: request.id,
    method: request.method,
    path: pathOf(route, request.params as Readonly<Record<string, string>>),
    route: route.replace(/:(\w+)/g, '{$1}'),
    status: reply.statusCode,
    processingCode: request.told?.processingCode ?? null,
    transactionId: request.told?.transactionId ?? transactionIdFrom(request.params),
    durationMs: Math.round(reply.elapsedTime),
    refusedFields: refusedFields(request),
  }
}

export function noteRefusal(request: FastifyRequest, { problems }: Pick<RequestError, 'problems'>): void {
  const refusedFields = problems.map(({ property }) => keptName(property)).filter((property) => property !== '')
  request.told = { refusedFields }
}

export function refusedFields({ told }: FastifyRequest): string[] {
  const names = (told?.refusedFields ?? []).map((name) => (isTellable(name) ? name : '…'))
  return [...new Set(names)].sort().slice(0, MOST_NAMES)
}

function isTellable(name: string): boolean {
  return NAME.test(name) && !CARD_LIKE.test(name)
}

function pathOf(route: string, params: Readonly<Record<string, string>>): string {
  return route.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    return name !== UNTOLD && (isId(value) || DAY.test(value)) ? value : `{${name}}`
  })
}
