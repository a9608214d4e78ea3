import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Digest of a token for storage: for so many random bits, plain SHA-256 is safe (OWASP ASVS 6.5.2). */
export function digestOf(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(parts.join('\n')).digest()
}
