import type { Notice } from '../provider.ts'

/** The try a notice speaks of. */
interface Subject {
  readonly merchantId: string
  readonly attemptId: string
}

/** The body of a notice: it names the try and says nothing about it, because whoever hears it asks. */
export function writeNotice({ merchantId, attemptId }: Subject): string {
  return JSON.stringify({ merchant: merchantId, attempt: attemptId })
}

/** The try a simulator's notice speaks of. Its attempt id is 128 random bits that only the provider and we know. */
export function readNotice({ body }: Notice): Subject | undefined {
  const { merchant, attempt } = objectIn(body)
  const isRead = typeof merchant === 'string' && typeof attempt === 'string'
  return isRead ? { merchantId: merchant, attemptId: attempt } : undefined
}

function objectIn(body: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(Buffer.from(body).toString()))
  } catch {
    return {}
  }
}
