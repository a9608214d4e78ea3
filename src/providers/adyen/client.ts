import type { Access, Api, ApiAnswer, ApiRequest, Call, Credential, Environment } from '#providers/port/tools.ts'
import { callApi, getPath, getText, pause, UnknownOutcome } from '#providers/port/tools.ts'
import { checkoutOf, transfersOf } from './config.ts'
import { headersFor } from './translate/headers.ts'

interface Asked {
  readonly method: ApiRequest['method']
  readonly path: string
  readonly body?: object
  /** At most 64 characters; absent for a request that changes nothing. */
  readonly idempotencyKey?: string
}

export type Send = (call: Access & Partial<Call>, asked: Asked) => Promise<ApiAnswer>

const KEPT_OF_PAYMENTS = [
  ...['resultCode', 'pspReference', 'merchantReference', 'refusalReason', 'refusalReasonCode', 'status', 'id'],
  ...['additionalData.refusalReasonRaw', 'additionalData.cvcResult', 'additionalData.avsResult'],
  ...['errorCode', 'errorType', 'amount.value', 'amount.currency'],
]
const KEPT_OF_TRANSFERS = [
  ...['id', 'status', 'reason', 'reference', 'amount.value', 'amount.currency'],
  ...['errorCode', 'title', 'requestId'],
]

/** Adyen is processing the same request, or failed before it did anything. */
const STILL_RUNNING = '704'
const PAUSE_MS = 200

/** Calls the API for payments and links with the account's key. */
export function checkoutClient(environment: Environment): Send {
  return (call, asked) => {
    const origin = checkoutOf(environment, call.account)
    const api = { origin, requestIdHeader: 'pspreference', keptOfAnswers: KEPT_OF_PAYMENTS }
    return send(call, api, call.credentials.api_key, asked)
  }
}

/** Calls the API for payouts of the balance platform, which has a separate key. */
export function transfersClient(environment: Environment): Send {
  const api = { origin: transfersOf(environment), requestIdHeader: 'requestid', keptOfAnswers: KEPT_OF_TRANSFERS }
  return (call, asked) => send(call, api, call.credentials.transfers_api_key, asked)
}

/** Adyen repeats its first answer for a known idempotency key. @throws UnknownOutcome without a usable answer */
async function send(call: Access & Partial<Call>, api: Api, key: Credential | undefined, asked: Asked) {
  const { method, path, body, idempotencyKey } = asked
  const headers = headersFor(key, idempotencyKey)
  const kept = { ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) }
  const request = { method, path, headers, kept, ...(body && { body: JSON.stringify(body) }) }
  for (;;) {
    const answer = await callApi(call, api, request)
    if (idempotencyKey === undefined || !isTransient(answer)) return readable(answer)
    await pause(PAUSE_MS, call.signal, 'Adyen was at work on this request for longer than there was time.')
  }
}

/** Statuses that only Adyen's edge returns. */
const REFUSED_AT_THE_DOOR = [401, 403, 429]

/** @throws UnknownOutcome for a refusal that is not Adyen's, which may hide a charge */
function readable(answer: ApiAnswer): ApiAnswer {
  const { status, json } = answer
  const isOfAdyen = getText(json, 'errorCode') !== undefined || getPath(json, 'status') === status
  if (status < 400 || isOfAdyen || REFUSED_AT_THE_DOOR.includes(status)) return answer
  throw new UnknownOutcome(`Something else than Adyen answered ${status}.`)
}

function isTransient({ status, headers, json }: ApiAnswer): boolean {
  return status >= 400 && (headers.get('transient-error') === 'true' || getText(json, 'errorCode') === STILL_RUNNING)
}
