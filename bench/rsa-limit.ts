import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A card has four encrypted fields: number, security code, month and year. */
const FIELDS_PER_CARD = 4

/**
 * The physical limit of card authorizations on this machine: RSA-2048 OAEP decryptions per second of all cores
 * together, by four.
 */
export async function measureRsaLimit(seconds: number): Promise<number> {
  const operations = await Promise.all(Array.from({ length: availableParallelism() }, () => runOneCore(seconds)))
  return operations.reduce((sum, count) => sum + count, 0) / seconds / FIELDS_PER_CARD
}

async function runOneCore(seconds: number): Promise<number> {
  const worker = new Worker(new URL('./rsa-worker.ts', import.meta.url), { workerData: { seconds } })
  const [operations] = await once(worker, 'message')
  return operations
}
