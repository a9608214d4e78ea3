import type { Problem } from '#domain/problem.ts'
import { FAULT_NAMES } from './faults.ts'
import { action, duration, form, oneOf, type Reader, redirect, text } from './readers.ts'
import { RESPONSE_CODES, type ResponseCode } from './response-codes.ts'

export const responseCode = oneOf(Object.keys(RESPONSE_CODES) as ResponseCode[])
export const fault = oneOf(FAULT_NAMES)

/** The metadata keys a tester steers the card simulator with, each with the way its value is read. */
const KEYS = {
  responseCode: ['response_code', responseCode],
  responseMessage: ['response_message', text],
  approvalCode: ['approval_code', text],
  referenceNumber: ['reference_number', text],
  providerStatus: ['payment_provider_status', text],
  providerResponseCode: ['payment_provider_response_code', text],
  providerResponseMessage: ['payment_provider_response_message', text],
  action: ['simulate_authentication_required', action],
  redirect: ['simulate_redirect', redirect],
  form: ['simulate_form_submit', form],
  finalResponseCode: ['simulate_final_response_code', responseCode],
  finalAfterSeconds: ['simulate_final_after_seconds', duration],
  delayMs: ['simulate_delay_ms', duration],
  fault: ['simulate_fault', fault],
} as const satisfies Record<string, readonly [string, Reader<unknown>]>

type Read<R> = R extends Reader<infer T> ? T : never

/** What the tester asked for; null where the default holds. */
export type Orders = { readonly [K in keyof typeof KEYS]: Read<(typeof KEYS)[K][1]> | null }

/** Reads the orders out of a merchant's metadata. Values that do not parse were refused by `problemsOf` before. */
export function readOrders(metadata: Readonly<Record<string, unknown>>): Orders {
  const entries = Object.entries(KEYS).map(([name, [key, reader]]) => [name, reader.read(metadata[key]) ?? null])
  return Object.fromEntries(entries)
}

/** Every metadata key whose value does not parse, as a 422 on `metadata.<key>` (contract section 5). */
export function problemsOf(metadata: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.values(KEYS)
    .filter(([key, reader]) => metadata[key] != null && reader.read(metadata[key]) === undefined)
    .map(([key, { expects, params }]) => ({ property: `metadata.${key}`, message: `${key} ${expects}.`, params }))
}
