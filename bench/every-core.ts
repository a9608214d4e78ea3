import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Task of every worker, which posts how many times it did its work in that time. */
export interface WorkerTask {
  readonly seconds: number
}

/**
 * Runs a script of this folder on every core in parallel.
 * @returns how many times a second all of them together did their work
 */
export async function onEveryCore<T extends WorkerTask>(script: string, task: T): Promise<number> {
  const counts = await Promise.all(Array.from({ length: availableParallelism() }, () => runOneCore(script, task)))
  return counts.reduce((sum, count) => sum + count, 0) / task.seconds
}

async function runOneCore(script: string, task: WorkerTask): Promise<number> {
  const worker = new Worker(new URL(script, import.meta.url), { workerData: task })
  const [count] = await once(worker, 'message')
  return count
}
