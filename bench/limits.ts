import { availableParallelism } from 'node:os'
import { startLocalDatabase } from '#app/supervisor/local-database.ts'
import type { Approved } from './authorize-request.ts'
import { onEveryCore, type WorkerTask } from './every-core.ts'
import type { GatewayProcess } from './gateway-process.ts'

/** What this machine could do of one kind of work if it did nothing else, per second on all cores together. */
export interface Limits {
  /** RSA-2048 OAEP decryptions. */
  readonly decryptions: number
  /** Two ECDSA P-256 verifications and one ECDH each. */
  readonly walletTokens: number
  /** The two commits of a payment: the same rows, by the same statements. */
  readonly payments: number
}

/** What a worker that writes payments has to know. */
export interface CommitTask extends WorkerTask {
  readonly url: string
  /** A payment that was made, to be written again and again. */
  readonly merchantId: string
  readonly transactionId: string
  /** Payments in flight. */
  readonly connections: number
}

const SECONDS = 4

/**
 * Limits of this machine and of the gateway's own database.
 * @param connections payments in flight, on all cores together
 * @returns a function that measures them, while the gateway has nothing else to do
 */
export function limitsOf({ dataDir }: GatewayProcess, made: Approved, connections: number): () => Promise<Limits> {
  const payment = { merchantId: made.merchant_id, transactionId: made.id }
  const share = Math.ceil(connections / availableParallelism())
  return async () => {
    const url = process.env.DATABASE_URL ?? (await startLocalDatabase(dataDir)).url
    const task: CommitTask = { ...payment, url, connections: share, seconds: SECONDS }
    return {
      decryptions: await onEveryCore('./rsa-worker.ts', { seconds: SECONDS }),
      walletTokens: await onEveryCore('./wallet-worker.ts', { seconds: SECONDS }),
      payments: await onEveryCore('./commit-worker.ts', task),
    }
  }
}
