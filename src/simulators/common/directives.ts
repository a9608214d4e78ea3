import type { Problem } from '#domain/problem.ts'
import { FAULT_NAMES } from './faults.ts'
import { duration, oneOf, type Reader, text } from './readers.ts'
import { RESPONSE_CODES, type ResponseCode } from './response-codes.ts'

export const responseCode = oneOf(Object.keys(RESPONSE_CODES) as ResponseCode[])
export const fault = oneOf(FAULT_NAMES)

/** Metadata keys that steer a simulator, each with its reader. */
export type DirectiveTable = Readonly<Record<string, readonly [key: string, reader: Reader<unknown>]>>

type Read<R> = R extends Reader<infer T> ? T : never

/** Directives of a table; null for the default. */
export type Directed<S extends DirectiveTable> = { readonly [K in keyof S]: Read<S[K][1]> | null }

/** Directives of every simulator (docs/reference/simulators.md#metadata). */
export const COMMON_DIRECTIVES = {
  responseCode: ['response_code', responseCode],
  responseMessage: ['response_message', text],
  approvalCode: ['approval_code', text],
  referenceNumber: ['reference_number', text],
  providerStatus: ['payment_provider_status', text],
  providerResponseCode: ['payment_provider_response_code', text],
  providerResponseMessage: ['payment_provider_response_message', text],
  finalResponseCode: ['simulate_final_response_code', responseCode],
  finalAfterSeconds: ['simulate_final_after_seconds', duration],
  delayMs: ['simulate_delay_ms', duration],
  fault: ['simulate_fault', fault],
  dispute: ['simulate_dispute', oneOf(['inquiry', 'chargeback'] as const)],
} as const satisfies DirectiveTable

export type Directives = Directed<typeof COMMON_DIRECTIVES>

type Metadata = Readonly<Record<string, unknown>>

/** Reads a table's directives. Invalid values were refused by `problemsOf` before. */
export function readDirectives<S extends DirectiveTable>(table: S, metadata: Metadata): Directed<S> {
  const entries = Object.entries(table).map(([name, [key, reader]]) => [name, reader.read(metadata[key]) ?? null])
  return Object.fromEntries(entries)
}

/** Returns a 422 on `metadata.<key>` for each invalid value (docs/reference/simulators.md#metadata). */
export function problemsOf(table: DirectiveTable, metadata: Metadata): readonly Problem[] {
  return Object.values(table)
    .filter(([key, reader]) => metadata[key] != null && reader.read(metadata[key]) === undefined)
    .map(([key, { expects, params }]) => ({ property: `metadata.${key}`, message: `${key} ${expects}.`, params }))
}
