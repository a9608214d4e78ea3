import type { Demo } from '#test/gateway-process.ts'
import { inTime } from './retry.ts'
import { fetchToken } from './token.ts'

// biome-ignore lint/suspicious/noExplicitAny: the admin API answers bodies of any shape
export type Admin = (method: string, path: string, body?: object) => Promise<any>

/** An operator at the admin API. Throws what is not a success. */
export function adminOf({ base_url: baseUrl, operator }: Demo): Admin {
  const { client_id: clientId, client_secret: clientSecret } = operator
  return async (method, path, body) => {
    const token = await fetchToken({ baseUrl, clientId, clientSecret })
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      signal: inTime(),
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: HTTP ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}
