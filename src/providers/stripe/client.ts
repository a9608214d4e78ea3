import type { Access, ApiAnswer, Call } from '#providers/port/tools.ts'
import { callApi, getText, pause, UnknownOutcome } from '#providers/port/tools.ts'
import type { Mode } from './config.ts'
import { apiRequestOf, type StripeRequest } from './translate/form.ts'

/** Sends one request to Stripe. @throws UnknownOutcome without a usable answer */
export type Send = (call: Access & Partial<Call>, request: StripeRequest) => Promise<ApiAnswer>

const REQUEST_ID_HEADER = 'request-id'

/** Stored fields of an answer. None of the card's own: a payment method's ID replaces its number. */
const KEPT = [
  ...['object', 'status', 'amount', 'amount_received', 'amount_capturable', 'currency', 'failure_reason'],
  ...['latest_charge.id', 'latest_charge.outcome.type', 'latest_charge.outcome.network_status'],
  ...['type', 'code', 'decline_code', 'network_decline_code', 'advice_code'].flatMap((field) => [
    `error.${field}`,
    `last_payment_error.${field}`,
  ]),
  ...['error.param', 'error.payment_intent.id', 'error.payment_intent.status'],
]
const KEPT_OF_OTHERS = ['id', 'latest_charge', ...KEPT]

/** Pauses while a request with this key is in progress, or the object is locked. */
const PAUSES_MS = [150, 300, 600, 1200, 2000, 2000, 2000, 2000]
const CONFLICT = 409
const TOO_SLOW = 'Stripe was still working on the same request when there was no time left.'

export function openClient(origin: string, mode: Mode): Send {
  return async (call, request) => {
    const apiRequest = apiRequestOf(call, request, mode)
    if (!apiRequest) return withoutKey()
    const keptOfAnswers = request.path.startsWith('/v1/payment_methods') ? KEPT : KEPT_OF_OTHERS
    const api = { origin, requestIdHeader: REQUEST_ID_HEADER, keptOfAnswers }
    for (const pauseMs of PAUSES_MS) {
      const answer = await callApi(call, api, apiRequest)
      if (answer.status !== CONFLICT) return readable(answer)
      await pause(pauseMs, call.signal, TOO_SLOW)
    }
    throw new UnknownOutcome('Stripe is still working on the same request.')
  }
}

/** @throws UnknownOutcome for an answer that is not Stripe's, but of something in between */
function readable(answer: ApiAnswer): ApiAnswer {
  const { status, json } = answer
  if (getText(json, status === 200 ? 'object' : 'error.type') !== undefined) return answer
  throw new UnknownOutcome(`Something else than Stripe answered ${status}.`)
}

/** An account without a key is refused like one with a wrong key. */
function withoutKey(): ApiAnswer {
  return { status: 401, headers: new Headers(), json: { error: { type: 'invalid_request_error', code: 'no_key' } } }
}

/** Stripe's ID in an answer. @throws UnknownOutcome without one */
export function idIn({ json }: ApiAnswer): string {
  const id = getText(json, 'id')
  if (id === undefined) throw new UnknownOutcome('Stripe answered without an id.')
  return id
}

/** Answer to an inquiry. @throws UnknownOutcome for a refusal, which concerns the account or is temporary */
export function found(answer: ApiAnswer): unknown {
  if (answer.status !== 200) throw new UnknownOutcome(`Stripe rejected the inquiry (${answer.status}).`)
  return answer.json
}

/** A refusal because of the object's state, or of a reused key: read the object. */
export function isAboutState({ json }: ApiAnswer): boolean {
  return getText(json, 'error.code') === 'payment_intent_unexpected_state' || isKeyReused(json)
}

/** The key was used for another request, whose outcome is unknown. */
export function isKeyReused(json: unknown): boolean {
  return getText(json, 'error.type') === 'idempotency_error'
}
