import type { Secret } from '#domain/secret.ts'

/** URL and credentials of the server. */
export interface ServerEndpoint {
  /** Origin without a trailing slash. */
  readonly address: string
  /** One of its environment's: neither works in the other. */
  readonly apiKey: Secret<string>
  /** PEM of the authority that is trusted instead of the public ones; undefined for those. */
  readonly ca: string | undefined
}

/** The only addresses there are, one for each realm: a test card never reaches the live one, nor a real card the sandbox. */
export const ADDRESSES = {
  uat: 'https://service.sandbox.3dsecure.io',
  production: 'https://service.3dsecure.io',
} as const

/** The connection and its TLS handshake. */
export const CONNECT_MS = 5000

/** What each call is given. The first and the last are answered from the server's memory, the second by the issuer. */
export const CALL_MS = { preauth: 5000, auth: 10_000, postauth: 5000 } as const

export type Call = keyof typeof CALL_MS
