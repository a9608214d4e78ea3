/** Known versions of the token format. Only ECv2 is used outside of tests. */
export type ProtocolVersion = 'ECv1' | 'ECv2' | 'ECv2SigningOnly'

/** Encryption of a message: HKDF info and key size. */
export interface Cipher {
  readonly info: string
  /** Bytes of the AES key and of the HMAC key. */
  readonly keyBytes: 16 | 32
}

interface Protocol {
  /** True if a root key signs an intermediate one, which signs the message; else the root signs it. */
  readonly hasIntermediate: boolean
  readonly cipher: Cipher | null
}

/** Sender, as the wallet's format spells it. */
export const SENDER = 'Google'

export const PROTOCOLS: Readonly<Record<ProtocolVersion, Protocol>> = {
  ECv1: { hasIntermediate: false, cipher: { info: SENDER, keyBytes: 16 } },
  ECv2: { hasIntermediate: true, cipher: { info: SENDER, keyBytes: 32 } },
  ECv2SigningOnly: { hasIntermediate: true, cipher: null },
}

/** Signed content: each part preceded by its length in bytes, 32 bits little-endian. */
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
