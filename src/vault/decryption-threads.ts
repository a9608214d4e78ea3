import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { DecryptedJob, DecryptionJob } from './decryption-thread.ts'

/** An RSA decryption takes two thirds of a millisecond. More threads than this are of no use to one event loop. */
const MOST_THREADS = Math.min(4, availableParallelism())

/** Decrypts blocks under a key off the event loop; a text for each, empty where it does not decrypt. */
export type Decrypt = (key: KeyObject, blocks: readonly Uint8Array[]) => Promise<readonly string[]>

/** A thread and the jobs it has not answered. */
interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, PromiseWithResolvers<readonly string[]>>
}

/**
 * Threads that decrypt RSA-OAEP with SHA-256 (MGF1, too), all blocks of a card in one job: WebCrypto takes each to libuv's
 * threads and back by itself, which costs a fifth more, and its threads get in each other's way. They are started when
 * they are needed, another one where the others are busy, and keep no process alive. One that dies fails its jobs alone.
 */
export function decryptionThreads(): Decrypt {
  const threads = new Set<Thread>()
  let lastId = 0

  function start(): Thread {
    // Nothing of the environment is its business, the master key least of all.
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
    // A small buffer is a part of a larger one that others are in, too: the thread gets copies, and nothing of theirs.
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
