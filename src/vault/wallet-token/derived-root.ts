import type { KeyedHashes } from '../keyed-hashes.ts'

/** Order of the group that P-256 generates (NIST SP 800-186). */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
const SCALAR_DIGITS = 64

/**
 * Derives the simulated wallet's root key from the vault's hash key, so that all processes share it. 512 bits are
 * reduced to a scalar from 1 to n - 1, so that no scalar is likelier than another (FIPS 186-5, A.2.1).
 */
export function derivedRootScalar(hashes: KeyedHashes): Buffer {
  const halves = ['first half', 'second half'].map((half) => hashes.mac(half, 'simulated-wallet', 'root key'))
  const wide = BigInt(`0x${Buffer.concat(halves).toString('hex')}`)
  const scalar = (wide % (ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(SCALAR_DIGITS, '0'), 'hex')
}
