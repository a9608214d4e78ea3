import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'

/** Decrypts the same field over and over on one core and reports how many times it did. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
const field = publicEncrypt({ key: publicKey, ...oaep }, Buffer.from('4111111111111111'))

const end = performance.now() + workerData.seconds * 1000
let operations = 0
while (performance.now() < end) {
  privateDecrypt({ key: privateKey, ...oaep }, field)
  operations += 1
}
parentPort?.postMessage(operations)
