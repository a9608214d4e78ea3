/** The versions of the token format that the verifier knows. Only ECv2 is ever asked for outside of tests. */
export type ProtocolVersion = 'ECv1' | 'ECv2' | 'ECv2SigningOnly'

/** How a message is encrypted: what the keys are derived for, and their size. */
export interface Cipher {
  /** HKDF's info. */
  readonly info: string
  /** Bytes of the AES key, and as many again of the HMAC key. */
  readonly keyBytes: 16 | 32
}

interface Protocol {
  /** True if a root key signs an intermediate one, which signs the message; else the root signs it itself. */
  readonly hasIntermediate: boolean
  /** Null where the message is not encrypted. */
  readonly cipher: Cipher | null
}

/** Sender, as the wallet's format spells it. */
export const SENDER = 'Google'

export const PROTOCOLS: Readonly<Record<ProtocolVersion, Protocol>> = {
  ECv1: { hasIntermediate: false, cipher: { info: SENDER, keyBytes: 16 } },
  ECv2: { hasIntermediate: true, cipher: { info: SENDER, keyBytes: 32 } },
  ECv2SigningOnly: { hasIntermediate: true, cipher: null },
}

/** What a signature covers: each part with its length in bytes before it, 32 bits little-endian. */
export function signedBytes(...parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part)
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )
}
