import type { FastifyInstance, InjectOptions } from 'fastify'

/** `fetch` for this process: no network, no proxy, no name to resolve. */
export function inProcessFetch(app: () => FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search, host } = new URL(String(input))
    const headers = { ...Object.fromEntries(new Headers(init.headers)), host }
    const options: InjectOptions = { method: (init.method ?? 'GET') as 'GET', url: pathname + search, headers }
    const answer = await app().inject({ ...options, ...(init.body != null && { payload: String(init.body) }) })
    const sent = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: sent,
    })
  }
}
