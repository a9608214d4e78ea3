import { type ApiRequest, type Credential, type Credentials, UnknownOutcome, valuesOf } from '#providers/port/tools.ts'

/** Stored fields: numbers, states and reasons; no messages, which may quote payer or payee. */
export const API = {
  requestIdHeader: 'x-request-id',
  keptOfAnswers: [
    ...['cf_link_id', 'link_id', 'link_status', 'cf_refund_id', 'refund_id', 'refund_status', 'status_description'],
    ...['transfer_id', 'cf_transfer_id', 'status', 'status_code', 'code', 'type'],
    ...['0.order_id', '0.order_status', '0.cf_payment_id', '0.payment_status', '0.error_details.error_code'],
    ...['0.error_details.error_reason', '0.error_details.error_code_raw'],
  ],
}

/** Payments and payouts are two APIs, each with its version and keys. */
const PRODUCTS = {
  pg: { version: '2025-01-01', id: 'client_id', secret: 'client_secret' },
  payout: { version: '2024-01-01', id: 'payout_client_id', secret: 'payout_client_secret' },
} as const

/** Requests with the account's keys: the current ones and, during a rotation, the previous ones. */
export function authorized(request: ApiRequest, credentials: Credentials): readonly ApiRequest[] {
  const { version, id, secret } = PRODUCTS[request.path.startsWith('/payout/') ? 'payout' : 'pg']
  const [key, word] = [credentials[id], credentials[secret]]
  if (!key || !word) throw new UnknownOutcome(`The account has no ${id} and ${secret}: store both.`)
  const isRotated = key.previous !== null || word.previous !== null
  const pairs = [[key.current, word.current], ...(isRotated ? [[before(key), before(word)]] : [])]
  return pairs.map(([one, other]) => {
    const own = { 'x-client-id': one!.reveal(), 'x-client-secret': other!.reveal(), 'x-api-version': version }
    return { ...request, headers: { ...request.headers, ...own } }
  })
}

export function hasPayoutKeys({ payout_client_id, payout_client_secret }: Credentials): boolean {
  return payout_client_id !== undefined && payout_client_secret !== undefined
}

export function signingKeys({ client_secret, payout_client_secret }: Credentials): readonly string[] {
  return [client_secret, payout_client_secret].flatMap(valuesOf)
}

function before({ previous, current }: Credential) {
  return previous ?? current
}
