import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, register } from 'prom-client'
import { type Figures, LastFigures } from './last-figures.ts'
import { sendMessage } from './send-message.ts'

// A scrape reaches one process, but the metrics are those of all: the process asks its parent, which asks every process,
// adds up what they answer, and replies.

/** Wait of the parent for its processes; the scraped one waits a little longer. Scrapers wait for ten seconds. */
const PROCESS_TIMEOUT_MS = 5000
const PARENT_TIMEOUT_MS = 7000

type Message =
  | { readonly kind: 'metrics-offered' }
  | { readonly kind: 'metrics-wanted'; readonly id: string }
  | { readonly kind: 'metrics-question'; readonly id: string }
  | { readonly kind: 'metrics-figures'; readonly id: string; readonly figures: Figures }
  | { readonly kind: 'metrics-text'; readonly id: string; readonly text: string | undefined }

/**
 * Reads the metrics of all processes in the Prometheus text format; of this one alone if there is no cluster.
 * @returns undefined if the other processes cannot be asked: counters of one alone would look like a restart
 */
export async function readMetrics(): Promise<string | undefined> {
  if (!cluster.isWorker) return register.metrics()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const id = randomUUID()
  const listen = (message: Message) => message?.kind === 'metrics-text' && message.id === id && resolve(message.text)
  process.on('message', listen)
  sendMessage<Message>(process, { kind: 'metrics-wanted', id })
  setTimeout(() => resolve(undefined), PARENT_TIMEOUT_MS).unref()
  const text = await promise
  process.off('message', listen)
  return text
}

/** In an API process or the background worker: answers the parent's questions. Call once. */
export function exposeMetrics(): void {
  process.on('message', async (message: Message) => {
    if (message?.kind !== 'metrics-question') return
    const figures = await register.getMetricsAsJSON()
    sendMessage<Message>(process, { kind: 'metrics-figures', id: message.id, figures })
  })
  sendMessage<Message>(process, { kind: 'metrics-offered' })
}

/**
 * Collects the metrics of all processes in the parent when one of them is scraped. Call once, before any is forked.
 * @param expected number of processes that have metrics
 */
export function collectMetrics(expected: number, timeoutMs = PROCESS_TIMEOUT_MS): void {
  const last = new LastFigures(expected)
  const offered = new Set<Worker>()
  cluster.on('message', async (process: Worker, message: Message) => {
    if (message?.kind === 'metrics-offered') offered.add(process)
    if (message?.kind !== 'metrics-wanted') return
    const { id } = message
    const asked = [...offered].filter((each) => each.isConnected())
    const figures = last.complete(
      await figuresOf(asked, id, timeoutMs),
      asked.map((each) => each.id),
    )
    const text = figures && (await AggregatorRegistry.aggregate([...figures]).metrics())
    sendMessage<Message>(process, { kind: 'metrics-text', id, text })
  })
  cluster.on('exit', (process) => void offered.delete(process))
}

/** Collects the processes' timely answers by their number. Ends early once all have answered. */
async function figuresOf(asked: readonly Worker[], id: string, timeoutMs: number): Promise<Map<number, Figures>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const figures = new Map<number, Figures>()
  const listen = (process: Worker, message: Message) => {
    if (message?.kind !== 'metrics-figures' || message.id !== id) return
    figures.set(process.id, message.figures)
    if (figures.size === asked.length) resolve()
  }
  cluster.on('message', listen)
  for (const each of asked) sendMessage<Message>(each, { kind: 'metrics-question', id })
  await Promise.race([promise, sleep(timeoutMs, undefined, { ref: false })])
  cluster.off('message', listen)
  return figures
}
