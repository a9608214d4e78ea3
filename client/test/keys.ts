import { generateKeyPairSync } from 'node:crypto'

/** A merchant's key pair as the gateway makes it: RSA 2048, PEM. */
export const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
