import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { DecryptedJob, DecryptionJob } from './decryption-thread.ts'

/** An RSA decryption takes two thirds of a millisecond, so one event loop cannot use more threads. */
const MOST_THREADS = Math.min(4, availableParallelism())

/** Decrypts blocks off the event loop; a text for each, empty if it does not decrypt. */
export type Decrypt = (key: KeyObject, blocks: readonly Uint8Array[]) => Promise<readonly string[]>

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, PromiseWithResolvers<readonly string[]>>
}

/**
 * Starts threads on demand that decrypt RSA-OAEP with SHA-256 (MGF1, too), one job per card. WebCrypto needs a trip to
 * libuv's threads per block, which costs a fifth more. The threads do not keep the process alive; one that dies fails
 * only its jobs.
 */
export function decryptionThreads(): Decrypt {
  const threads = new Set<Thread>()
  let lastId = 0

  function start(): Thread {
    // Threads need nothing of the environment, least of all the master key.
    const worker = new Worker(new URL('decryption-thread.ts', import.meta.url), { name: 'decryption', env: {} })
    const thread: Thread = { worker, waiting: new Map() }
    const fail = (error: Error) => {
      threads.delete(thread)
      for (const { reject } of thread.waiting.values()) reject(error)
      thread.waiting.clear()
    }
    worker.on('message', (job: DecryptedJob) => answer(thread, job))
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('A decryption thread ended.')))
    worker.unref()
    threads.add(thread)
    return thread
  }

  function leastBusy(): Thread {
    const [first, ...others] = threads
    if (first === undefined) return start()
    const found = others.reduce((least, other) => (other.waiting.size < least.waiting.size ? other : least), first)
    return found.waiting.size > 0 && threads.size < MOST_THREADS ? start() : found
  }

  return (key, blocks) => {
    const { worker, waiting } = leastBusy()
    const id = ++lastId
    const answered = Promise.withResolvers<readonly string[]>()
    waiting.set(id, answered)
    worker.ref()
    // Small buffers share memory with others, so the thread gets copies.
    worker.postMessage({ id, key, blocks: blocks.map((block) => new Uint8Array(block)) } satisfies DecryptionJob)
    return answered.promise
  }
}

function answer({ worker, waiting }: Thread, { id, texts }: DecryptedJob): void {
  const answered = waiting.get(id)
  waiting.delete(id)
  if (waiting.size === 0) worker.unref()
  answered?.resolve(texts)
}
