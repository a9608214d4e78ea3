import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate authority of the tests' own, and what a server on this machine shows for itself. */
export interface PrivateAuthority {
  /** PEM. */
  readonly ca: string
  /** PEM, for localhost, 127.0.0.1 and the other names. */
  readonly cert: string
  /** PEM, PKCS #8. */
  readonly key: string
}

/** X.509 (RFC 5280) by hand: Node reads certificates but makes none. */
export function createPrivateAuthority(...names: readonly string[]): PrivateAuthority {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer = { name: 'Test authority', key: authority.privateKey }
  return {
    ca: certificate(signer, 'Test authority', authority.publicKey, [BASIC_CONSTRAINTS]),
    cert: certificate(signer, 'localhost', server.publicKey, [alternativeNames(names)]),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** A certificate that an owner of RSA keys issued to itself, and what it signs with. */
export interface SelfSigned {
  /** PEM. */
  readonly cert: string
  readonly privateKey: KeyObject
}

/** @param host whom the certificate names */
export function createSelfSigned(host: string): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { cert: certificate({ name: host, key: privateKey }, host, publicKey, [BASIC_CONSTRAINTS]), privateKey }
}

interface Signer {
  readonly name: string
  readonly key: KeyObject
}

function certificate(signer: Signer, subject: string, publicKey: KeyObject, extensions: Buffer[]): string {
  const algorithm = signer.key.asymmetricKeyType === 'rsa' ? RSA_WITH_SHA256 : ECDSA_WITH_SHA256
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    nameOf(signer.name),
    sequence(time('20000101000000Z'), time('20991231235959Z')),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', toBeSigned, signer.key)
  const der = sequence(toBeSigned, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return `-----BEGIN CERTIFICATE-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END CERTIFICATE-----\n`
}

function alternativeNames(names: readonly string[]): Buffer {
  const dns = ['localhost', ...names].map((name) => tagged(0x82, Buffer.from(name)))
  return sequence(oid('551d11'), tagged(0x04, sequence(...dns, tagged(0x87, Buffer.from([127, 0, 0, 1])))))
}

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(commonName)))))
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes)
}

function time(text: string): Buffer {
  return tagged(0x18, Buffer.from(text))
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const RSA_WITH_SHA256 = sequence(oid('2a864886f70d01010b'), tagged(0x05))
const BASIC_CONSTRAINTS = sequence(oid('551d13'), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))))
