import { type Access, type ApiRequest, type Fields, Secret } from '#providers/port/tools.ts'
import { API_VERSION, type Mode } from '../config.ts'

/** Form by Stripe's field names: `metadata[attempt_id]`. */
export type Form = Readonly<Record<string, string | Secret<string> | undefined>>

export interface StripeRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly form?: Form
  /** Stripe repeats the first answer for a known key; null if repetition does no harm. */
  readonly idempotencyKey: string | null
  /** Stored fields: harmless ones only. */
  readonly kept?: Fields
}

/** Reveals secrets. Undefined without a key of this environment: a copied database must not charge real cards. */
export function apiRequestOf({ credentials }: Access, request: StripeRequest, mode: Mode): ApiRequest | undefined {
  const key = credentials.secret_key?.current.reveal()
  if (key === undefined || key.split('_')[1] !== mode) return undefined
  const { method, path, form, idempotencyKey, kept = {} } = request
  const headers = {
    authorization: `Bearer ${key}`,
    'stripe-version': API_VERSION,
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
  }
  return { method, path, headers, kept, ...(form && { body: encode(form) }) }
}

function encode(form: Form): string {
  const fields = Object.entries(form).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    return [[name, value instanceof Secret ? value.reveal() : value]]
  })
  return new URLSearchParams(fields).toString()
}
