import { ERRORS, type ErrorStatus } from '../response/error-catalogue.ts'
import type { Route } from '../route.ts'

/** Errors of operations; the others come from the server before there is an operation. */
const OF_OPERATIONS = [
  400, 401, 403, 404, 409, 413, 415, 421, 422, 428, 429, 500, 503,
] as const satisfies readonly ErrorStatus[]

export function errorsOf(route: Route): Record<string, unknown> {
  const statuses: (typeof OF_OPERATIONS)[number][] = [
    400,
    ...(route.body ? ([413, 415] as const) : []),
    ...(route.guard === 'open' ? [] : ([401, 403] as const)),
    ...(route.guard === 'merchant' ? ([429] as const) : []),
    ...(route.params || route.namesInBody ? ([404] as const) : []),
    ...(isRepeatable(route) ? ([409] as const) : []),
    ...(isOfMerchant(route) ? ([421] as const) : []),
    ...(route.body || route.query || route.params || isRepeatable(route) ? ([422] as const) : []),
    ...(route.ifMatch ? ([428] as const) : []),
    500,
    503,
  ]
  const kind = route.takes === 'form' ? 'Page' : ''
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}${kind}` }]))
}

/** True if a merchant that moved to another group is led there. */
function isOfMerchant({ guard, path }: Route): boolean {
  return guard === 'merchant' || guard === 'client' || path.startsWith('/provider-notices/:provider/')
}

/** True if an `Idempotency-Key` makes a repetition of this request safe. */
export function isRepeatable({ method, guard, takes }: Route): boolean {
  return method === 'POST' && guard !== 'open' && takes !== 'stream'
}

/** Errors that browsers get as a page. */
const OF_PAGES: readonly ErrorStatus[] = [400, 404, 413, 415, 422, 500, 503]

/** Descriptions of errors by status; `Page` is appended for those that people see. */
export function errorResponses(errors: unknown, accessError: unknown): Record<string, unknown> {
  const described = OF_OPERATIONS.flatMap((status) => {
    const schema = status === 401 || status === 403 ? accessError : errors
    const content = { 'application/json': { schema } }
    const answer = { description: ERRORS[status].when, headers: headersOf(status), content }
    const page = { ...answer, content: { ...content, 'text/html': { schema: { type: 'string' } } } }
    return [[`${status}`, answer], ...(OF_PAGES.includes(status) ? [[`${status}Page`, page]] : [])]
  })
  return Object.fromEntries(described)
}

function headersOf(status: ErrorStatus): Record<string, unknown> {
  const help = {
    Link: { description: 'Page that explains the error; its `rel` is `help`.', schema: { type: 'string' } },
  }
  if (![409, 429, 503].includes(status)) return help
  return { ...help, 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } }
}
