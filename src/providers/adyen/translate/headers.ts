import type { Credential } from '#providers/port/tools.ts'

/** Headers with key and idempotency key. Adyen rejects a missing key (401). */
export function headersFor(key: Credential | undefined, idempotencyKey?: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'x-api-key': key?.current.reveal() ?? '',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}
