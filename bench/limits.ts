import { availableParallelism } from 'node:os'
import { onEveryCore, type WorkerTask } from './every-core.ts'

/** How many payments a second this machine could make if it did nothing but what they cannot go without, on all cores. */
export interface Limit {
  readonly name: string
  measure(): Promise<number>
}

export interface CommitTask extends WorkerTask {
  /** Of the gateway's database. */
  readonly url: string
  /** A payment that was made, to be written again and again. */
  readonly merchantId: string
  readonly transactionId: string
  /** Payments in flight. */
  readonly connections: number
}

const SECONDS = 1.5
/** A card has four encrypted fields: number, security code, month and year. */
export const FIELDS_PER_CARD = 4

export const CARD_LIMIT: Limit = {
  name: 'RSA (decryptions / 4)',
  measure: async () => (await decryptions()) / FIELDS_PER_CARD,
}

export const CVV_LIMIT: Limit = { name: 'RSA (decryptions)', measure: decryptions }

export const WALLET_LIMIT: Limit = {
  name: 'P-256 (2 ECDSA, 1 ECDH)',
  measure: () => onEveryCore('./wallet-worker.ts', { seconds: SECONDS }),
}

/** The two commits of a payment: the same rows, by the same statements. @param connections payments in flight on all cores */
export function commitLimit(
  payment: Pick<CommitTask, 'url' | 'merchantId' | 'transactionId'>,
  connections: number,
): Limit {
  const share = Math.ceil(connections / availableParallelism())
  const task: CommitTask = { ...payment, connections: share, seconds: SECONDS }
  return { name: 'Database (commits / 2)', measure: () => onEveryCore('./commit-worker.ts', task) }
}

function decryptions(): Promise<number> {
  return onEveryCore('./rsa-worker.ts', { seconds: SECONDS })
}
