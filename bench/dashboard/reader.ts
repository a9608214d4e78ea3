import { AccessToken } from '#client/access-token.ts'
import type { Demo } from '../gateway-process.ts'

/** The demo merchant's server, and for `/admin` the demo operator's, that read. */
export interface Reader {
  /** Reads an answer of any status to its end; logs a 503. */
  get(path: string): Promise<void>
}

export function openReader({ base_url, auth_url, realm, merchant, operator }: Demo): Reader {
  const tokenOf = ({ client_id, client_secret }: Demo['operator']) =>
    new AccessToken({ authUrl: auth_url, realm, clientId: client_id, clientSecret: client_secret }, 60_000)
  const [merchants, operators] = [tokenOf(merchant), tokenOf(operator)]
  return {
    async get(path) {
      const token = await (path.startsWith('/admin') ? operators : merchants).current()
      const answer = await fetch(base_url + path, { headers: { authorization: `Bearer ${token}` } })
      const text = await answer.text()
      if (!answer.ok) console.error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
    },
  }
}
