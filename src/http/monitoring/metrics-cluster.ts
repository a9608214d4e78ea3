import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry, register } from 'prom-client'

// A scrape reaches one worker, but the metrics are those of all: the worker asks its parent, which asks every worker,
// adds up what they answer, and replies.

/** How long the parent waits for its workers; the worker that asked waits a little longer. */
const WORKER_TIMEOUT_MS = 1000
const PARENT_TIMEOUT_MS = 2000

type Figures = Awaited<ReturnType<typeof register.getMetricsAsJSON>>

type Message =
  | { readonly kind: 'metrics-wanted'; readonly id: string }
  | { readonly kind: 'metrics-question'; readonly id: string }
  | { readonly kind: 'metrics-figures'; readonly id: string; readonly figures: Figures }
  | { readonly kind: 'metrics-text'; readonly id: string; readonly text: string }

/** The metrics of all processes in the Prometheus text format; of this one alone where there is no cluster. */
export async function readMetrics(): Promise<string> {
  if (!cluster.isWorker) return register.metrics()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const id = randomUUID()
  const listen = (message: Message) => message?.kind === 'metrics-text' && message.id === id && resolve(message.text)
  process.on('message', listen)
  process.send!({ kind: 'metrics-wanted', id } satisfies Message)
  setTimeout(() => resolve(undefined), PARENT_TIMEOUT_MS).unref()
  const text = await promise
  process.off('message', listen)
  return text ?? register.metrics()
}

/** In an API process or the background worker: answers the parent's questions. Call once. */
export function offerMetrics(): void {
  process.on('message', async (message: Message) => {
    if (message?.kind !== 'metrics-question') return
    const figures = await register.getMetricsAsJSON()
    if (process.connected) process.send!({ kind: 'metrics-figures', id: message.id, figures } satisfies Message)
  })
}

/** In the parent: gathers its workers' metrics whenever one of them is scraped. Call once. */
export function gatherMetrics(): void {
  cluster.on('message', async (asker: Worker, message: Message) => {
    if (message?.kind !== 'metrics-wanted') return
    const figures = await figuresOfWorkers(message.id)
    const text = await AggregatorRegistry.aggregate(figures).metrics()
    if (asker.isConnected()) asker.send({ kind: 'metrics-text', id: message.id, text } satisfies Message)
  })
}

/** Workers that are no API process stay silent, so the wait ends when all have answered or time is up. */
async function figuresOfWorkers(id: string): Promise<Figures[]> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
  const figures: Figures[] = []
  const listen = (_worker: Worker, message: Message) => {
    if (message?.kind !== 'metrics-figures' || message.id !== id) return
    if (figures.push(message.figures) === asked.length) resolve()
  }
  cluster.on('message', listen)
  for (const worker of asked) worker!.send({ kind: 'metrics-question', id } satisfies Message)
  setTimeout(resolve, WORKER_TIMEOUT_MS)
  await promise
  cluster.off('message', listen)
  return figures
}
