import { constants, type KeyObject, privateDecrypt } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** Job for a thread: blocks under one key, in order. */
export interface DecryptionJob {
  readonly id: number
  readonly key: KeyObject
  readonly blocks: readonly Uint8Array[]
}

/** Result of a job: a text for each block, empty if it does not decrypt. */
export interface DecryptedJob {
  readonly id: number
  readonly texts: readonly string[]
}

const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }

parentPort?.on('message', ({ id, key, blocks }: DecryptionJob) => {
  const texts = blocks.map((block) => textOf(key, block))
  parentPort?.postMessage({ id, texts } satisfies DecryptedJob)
})

function textOf(key: KeyObject, block: Uint8Array): string {
  try {
    return privateDecrypt({ key, ...OAEP }, block).toString('latin1')
  } catch {
    return ''
  }
}
