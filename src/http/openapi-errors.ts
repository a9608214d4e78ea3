import type { Route } from './route.ts'

type ErrorStatus = keyof typeof ERRORS

/**
 * Every way a route may turn a request away, as the document describes it (docs/reference/requests.md#error-bodies).
 */
const ERRORS = {
  400: 'Malformed: bad JSON or UTF-8, a duplicate key, nesting deeper than 32, or a bad 3DS notification URL.',
  401: 'No access token, or one that is not valid any more.',
  403: "The access token's scope is another.",
  404: 'There is no such thing, or it belongs to somebody else.',
  409: 'The first request with this Idempotency-Key is still running.',
  413: 'The body is over 256 KiB.',
  415: 'The body has the wrong media type.',
  422: 'Something in the request is invalid; every mistake is listed.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Something went wrong on our side; `params` holds the request id.',
  503: 'The service cannot be reached just now; `Retry-After` says when to come back.',
} as const

/** Which errors a route has, as references to `errorResponses`. */
export function errorsOf(route: Route): Record<string, unknown> {
  const statuses: ErrorStatus[] = [
    ...(route.body ? ([400, 413, 415] as const) : []),
    ...(route.guard === 'open' ? [] : ([401, 403] as const)),
    ...(route.guard === 'merchant' ? ([429] as const) : []),
    ...(route.params ? ([404] as const) : []),
    ...(isRepeatable(route) ? ([409] as const) : []),
    ...(route.body || route.query || route.params || isRepeatable(route) ? ([422] as const) : []),
    500,
    503,
  ]
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]))
}

/** Whether an `Idempotency-Key` makes a repetition of this request safe. */
export function isRepeatable({ method, guard }: Route): boolean {
  return method === 'POST' && guard !== 'open'
}

/** The errors' own descriptions. @param errors @param accessError their schemas */
export function errorResponses(errors: unknown, accessError: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, description]) => {
      const schema = status === '401' || status === '403' ? accessError : errors
      return [status, { description, headers: headersOf(status), content: { 'application/json': { schema } } }]
    }),
  )
}

function headersOf(status: string): Record<string, unknown> {
  if (!['409', '429', '503'].includes(status)) return {}
  return { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } }
}
