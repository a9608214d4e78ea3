import { createECDH, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Does on one core what no wallet token goes without, and reports for how many tokens it did: the ECDSA signatures of
 * the intermediate key and of the message are verified, and an ECDH on P-256 opens the message.
 */
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const signed = randomBytes(512)
const signature = sign('sha256', signed, privateKey)
const ours = createECDH('prime256v1')
ours.generateKeys()
const theirPoint = createECDH('prime256v1').generateKeys()

const end = performance.now() + workerData.seconds * 1000
let tokens = 0
while (performance.now() < end) {
  verify('sha256', signed, publicKey, signature)
  verify('sha256', signed, publicKey, signature)
  ours.computeSecret(theirPoint)
  tokens += 1
}
parentPort?.postMessage(tokens)
