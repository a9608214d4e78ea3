import { createHash } from 'node:crypto'
import type { Access, ApiAnswer, ApiRequest, Credential } from '#providers/port/tools.ts'
import { getPath, getText, Secret, UnknownOutcome } from '#providers/port/tools.ts'

const CAPTURE = 'purchase_units.0.payments.captures.0'

/** Stored fields: PayPal's numbers, states and reasons; nothing of the payer. */
export const API = {
  requestIdHeader: 'paypal-debug-id',
  keptOfAnswers: [
    ...['id', 'status', 'intent', 'name', 'message', 'details.0.issue', 'details.0.description'],
    ...['status_details.reason', `${CAPTURE}.id`, `${CAPTURE}.status`, `${CAPTURE}.status_details.reason`],
  ],
}

/** Client ID with its secret, and a digest of both as cache key. */
export interface Keys {
  readonly digest: string
  readonly authorization: Secret<string>
}

/** Access token and its expiry, in milliseconds since 1970. */
export interface Token {
  readonly digest: string
  readonly authorization: Secret<string>
  readonly endsAt: number
}

/** Keys of an account and, during a rotation, the previous ones. */
export function keysOf({ account, credentials }: Access): readonly [Keys, Keys | null] {
  const { client_id: id, client_secret: secret } = credentials
  if (!id || !secret) throw new UnknownOutcome('The account has no client_id and client_secret: store both.')
  const { providerAccountId } = account
  const current = keys(providerAccountId, id.current, secret.current)
  if (!id.previous && !secret.previous) return [current, null]
  return [current, keys(providerAccountId, before(id), before(secret))]
}

function before({ previous, current }: Credential): Secret<string> {
  return previous ?? current
}

function keys(providerAccountId: string, id: Secret<string>, secret: Secret<string>): Keys {
  const basic = Buffer.from(`${id.reveal()}:${secret.reveal()}`).toString('base64')
  const digest = createHash('sha256').update(`${providerAccountId} ${basic}`).digest('hex')
  return { digest, authorization: new Secret(`Basic ${basic}`) }
}

export function tokenRequest({ authorization }: Keys): ApiRequest {
  return {
    method: 'POST',
    path: '/v1/oauth2/token',
    headers: { authorization: authorization.reveal(), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  }
}

export function tokenIn({ status, json }: ApiAnswer, { digest }: Keys): Token | undefined {
  const [token, seconds] = [getText(json, 'access_token'), getPath(json, 'expires_in')]
  if (status !== 200 || token === undefined || typeof seconds !== 'number') return undefined
  return { digest, authorization: new Secret(`Bearer ${token}`), endsAt: Date.now() + seconds * 1000 }
}

export function authorized(request: ApiRequest, { authorization }: Token): ApiRequest {
  return { ...request, headers: { ...request.headers, authorization: authorization.reveal() } }
}
