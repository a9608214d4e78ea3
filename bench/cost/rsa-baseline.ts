import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto'
import { FIELDS_PER_CARD } from '../limits.ts'

const CARDS = 150

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
const field = publicEncrypt({ key: publicKey, ...oaep }, Buffer.from('4111111111111111'))

/** @returns CPU milliseconds that the four RSA-2048 decryptions of a card take just now */
export function decryptionsOfACard(): number {
  const before = process.cpuUsage()
  for (let done = 0; done < CARDS * FIELDS_PER_CARD; done += 1) privateDecrypt({ key: privateKey, ...oaep }, field)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / CARDS
}
