import type { Credential } from '#domain/credentials.ts'

/** The headers of a request: who asks, and what must not be done twice. A missing key is refused by Adyen (401). */
export function headersFor(key: Credential | undefined, idempotencyKey?: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'x-api-key': key?.current.reveal() ?? '',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}
