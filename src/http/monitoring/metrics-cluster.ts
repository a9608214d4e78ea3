import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, register } from 'prom-client'
import { type Expected, type Figures, LastFigures } from './last-figures.ts'
import { sendMessage } from './send-message.ts'

// A scrape reaches one process but needs the metrics of all: the process asks its parent, which asks all and adds up.

/** Wait of the parent for its processes, longer than their wait for the database. */
const PROCESS_TIMEOUT_MS = 1500
const PARENT_TIMEOUT_MS = 2500

export type Role = 'api' | 'worker'

type Message =
  | { readonly kind: 'metrics-offered'; readonly role: Role }
  | { readonly kind: 'metrics-wanted'; readonly id: string }
  | { readonly kind: 'metrics-question'; readonly id: string }
  | { readonly kind: 'metrics-figures'; readonly id: string; readonly figures: Figures }
  | { readonly kind: 'metrics-text'; readonly id: string; readonly text: string | undefined }

/** Undefined if the other processes cannot be reached: counters of one alone would look like a restart. */
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

/** Serves the metrics of this process to the parent. Call once. */
export function exposeMetrics(role: Role): void {
  process.on('message', async (message: Message) => {
    if (message?.kind !== 'metrics-question') return
    const figures = await register.getMetricsAsJSON()
    sendMessage<Message>(process, { kind: 'metrics-figures', id: message.id, figures })
  })
  sendMessage<Message>(process, { kind: 'metrics-offered', role })
}

/** Collects metrics in the parent. Call once, before any process is forked. */
export function collectMetrics(expected: Expected): void {
  const last = new LastFigures(expected)
  const offered = new Map<Worker, Role>()
  cluster.on('message', async (process: Worker, message: Message) => {
    if (message?.kind === 'metrics-offered') offered.set(process, message.role)
    if (message?.kind !== 'metrics-wanted') return
    const { id } = message
    const asked = [...offered].filter(([each]) => each.isConnected())
    const roles = asked.map(([each, role]) => ({ id: each.id, pid: each.process.pid!, role }))
    const answers = await figuresOf(
      asked.map(([each]) => each),
      id,
    )
    const figures = last.complete(answers, roles)
    const text = figures && (await AggregatorRegistry.aggregate([...figures]).metrics())
    sendMessage<Message>(process, { kind: 'metrics-text', id, text })
  })
  cluster.on('exit', (process) => void offered.delete(process))
}

async function figuresOf(asked: readonly Worker[], id: string): Promise<Map<number, Figures>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const figures = new Map<number, Figures>()
  const listen = (process: Worker, message: Message) => {
    if (message?.kind !== 'metrics-figures' || message.id !== id) return
    figures.set(process.id, message.figures)
    if (figures.size === asked.length) resolve()
  }
  cluster.on('message', listen)
  for (const each of asked) sendMessage<Message>(each, { kind: 'metrics-question', id })
  await Promise.race([promise, sleep(PROCESS_TIMEOUT_MS, undefined, { ref: false })])
  cluster.off('message', listen)
  return figures
}
