import type { KeyedHashes } from '../keyed-hashes.ts'

/** The order of the group P-256 generates (NIST SP 800-186). */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
const SCALAR_DIGITS = 64

/**
 * The simulated wallet's root key, the same in every process because all derive it from the vault's hash key. 512 bits
 * are reduced to a scalar from 1 to n - 1, so many more than it holds that no scalar is likelier than another (FIPS
 * 186-5, A.2.1).
 */
export function derivedRootScalar(hashes: KeyedHashes): Buffer {
  const halves = ['first half', 'second half'].map((half) => hashes.mac(half, 'simulated-wallet', 'root key'))
  const wide = BigInt(`0x${Buffer.concat(halves).toString('hex')}`)
  const scalar = (wide % (ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(SCALAR_DIGITS, '0'), 'hex')
}
