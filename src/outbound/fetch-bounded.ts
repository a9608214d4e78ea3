import { outbound } from './http-client.ts'

interface FetchOptions {
  readonly method?: string | undefined
  readonly headers?: ConstructorParameters<typeof Headers>[0]
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

/** Statuses whose answers have no body (Fetch, 2.2.3). */
const WITHOUT_BODY = [204, 205, 304]

/** Time limit of a request without its own. */
const TIMEOUT_MS = 10_000

/** A `fetch` for libraries that accept one: answers of at most a megabyte, and redirects returned, never followed. */
export async function fetchBounded(url: string | URL, options: FetchOptions = {}): Promise<Response> {
  const { method = 'GET', headers, body, signal } = options
  const { status, ...answer } = await outbound.send({
    method,
    url,
    headers: Object.fromEntries(new Headers(headers)),
    body: body === undefined || body === null ? undefined : String(body),
    signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
    redirects: 'returned',
  })
  const text = WITHOUT_BODY.includes(status) ? null : new Uint8Array(answer.body)
  return new Response(text, { status, headers: answer.headers })
}
