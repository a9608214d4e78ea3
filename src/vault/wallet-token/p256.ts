import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  type ECDH,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** OpenSSL's name for NIST P-256. */
const CURVE = 'prime256v1'
const SCALAR_BYTES = 32

/** Public key from a SubjectPublicKeyInfo (DER); undefined if it is not a point of P-256. */
export function verificationKeyOf(spki: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    return isOnCurve(key) ? key : undefined
  } catch {
    return undefined
  }
}

/** SubjectPublicKeyInfo (DER) in Base64. */
export function toSpki(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

/** ECDSA with SHA-256 over a DER signature. */
export function verifySignature(key: KeyObject, data: Buffer, signature: Buffer): boolean {
  return verify('sha256', data, key, signature)
}

/** ECDSA with SHA-256, DER in Base64. */
export function createSignature(key: KeyObject, data: Buffer): string {
  return sign('sha256', data, key).toString('base64')
}

export function newScalar(): Buffer {
  return scalarIn(generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey)
}

/** Private scalar of a PEM (PKCS #8 or SEC 1); undefined without a private key of P-256. */
export function toScalar(pem: string): Buffer | undefined {
  try {
    const key = createPrivateKey(pem)
    return isOnCurve(key) ? scalarIn(key) : undefined
  } catch {
    return undefined
  }
}

/** The public point is computed from the scalar, never read from a file. */
export function agreementKeyOf(scalar: Uint8Array): ECDH {
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(scalar)
  return ecdh
}

export function signingKeyOf(scalar: Uint8Array): KeyObject {
  const point = agreementKeyOf(scalar).getPublicKey()
  const [x, y] = [point.subarray(1, 1 + SCALAR_BYTES), point.subarray(1 + SCALAR_BYTES)]
  const part = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(x), y: part(y), d: part(scalar) }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

/** A JWK pads it to its full length. */
function scalarIn(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url')
}

function isOnCurve(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === CURVE
}
