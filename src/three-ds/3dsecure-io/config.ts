import type { Secret } from '#domain/secret.ts'

export interface ServerEndpoint {
  readonly address: string
  /** Valid in one environment only. */
  readonly apiKey: Secret<string>
  /** PEM of the trusted authority; undefined for the public ones. */
  readonly ca: string | undefined
}

/** Only URL of each realm: a test card never reaches the live one, nor a real card the sandbox. */
export const ADDRESSES = {
  uat: 'https://service.sandbox.3dsecure.io',
  production: 'https://service.3dsecure.io',
} as const

export const CONNECT_MS = 5000

/** Time limits. `preauth` and `postauth` are answered from the server's memory, `auth` by the issuer. */
export const CALL_MS = { preauth: 5000, auth: 10_000, postauth: 5000 } as const

export type Call = keyof typeof CALL_MS
