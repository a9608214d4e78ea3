import { inTime, patiently } from './retry.ts'

export interface Access {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** A token lives 300 s. */
const TOKEN_SECONDS = 200

interface KeptToken {
  get(): Promise<string>
  /** Has the next caller wait for a new one. */
  forget(): void
}

/** Shares one token, renewed before it expires; callers wait for a new one meanwhile. */
export function keptToken(access: Access): KeptToken {
  let current: { readonly token: Promise<string>; readonly until: number } | undefined
  return {
    get() {
      if (!current || Date.now() > current.until) {
        const token = patiently(() => fetchToken(access))
        current = { token, until: Date.now() + TOKEN_SECONDS * 1000 }
      }
      return current.token
    },
    forget() {
      current = undefined
    },
  }
}

/** Throws where there is none to be had at the moment. */
export async function fetchToken({ baseUrl, clientId, clientSecret }: Access): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await fetch(`${baseUrl}/realms/uat/protocol/openid-connect/token`, {
    method: 'POST',
    body,
    signal: inTime(),
  })
  if (!answer.ok) throw new Error(`No token: HTTP ${answer.status}.`)
  return ((await answer.json()) as { access_token: string }).access_token
}
