import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { chanceOf } from './chance.ts'

/** One delivery as it arrived, with any answer. */
export interface Delivery {
  readonly id: string
  readonly body: string
  /** Its signature is right. */
  readonly signed: boolean
}

/** A merchant's endpoint that has good and bad moments. */
export interface Receiver {
  readonly url: string
  /** Deliveries, oldest first. */
  readonly journal: Delivery[]
  /** The secret of an endpoint here, once it is known. */
  trust(secret: string): void
  /** From now on it answers as it should. */
  recover(): void
  close(): Promise<void>
}

/** Reactions to a delivery, and their shares in percent. */
const MOODS = {
  thank: { share: 70, act: (response: ServerResponse) => reply(response, 204) },
  fail: { share: 10, act: (response: ServerResponse) => reply(response, 500) },
  postpone: { share: 4, act: (response: ServerResponse) => reply(response, 503, { 'retry-after': '2' }) },
  dawdle: { share: 8, act: (response: ServerResponse) => sleep(3000).then(() => reply(response, 204)) },
  hang: { share: 2, act: (response: ServerResponse) => sleep(20_000).then(() => reply(response, 204)) },
  close: { share: 6, act: (response: ServerResponse) => void response.destroy() },
} as const

type Mood = keyof typeof MOODS
const DRAWN = Object.entries(MOODS).flatMap(([mood, { share }]) => Array<Mood>(share).fill(mood as Mood))

/** @param seed decides about the n-th try of each event */
export async function openReceiver(seed: string): Promise<Receiver> {
  const journal: Delivery[] = []
  const attempts = new Map<string, number>()
  let moody = true
  const verifiers: Webhook[] = []
  const server = createServer(async (request, response) => {
    const delivery = await read(request, verifiers).catch(() => undefined)
    if (!delivery) return void response.destroy()
    journal.push(delivery)
    const round = (attempts.get(delivery.id) ?? 0) + 1
    attempts.set(delivery.id, round)
    const mood = moody ? chanceOf(`${seed}/${subjectOf(delivery)}/${round}`).pick(DRAWN) : 'thank'
    await MOODS[mood].act(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    journal,
    trust(secret) {
      verifiers.push(new Webhook(secret))
    },
    recover() {
      moody = false
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage, verifiers: readonly Webhook[]): Promise<Delivery> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const headers = request.headers as Record<string, string>
  return {
    id: headers['webhook-id'] ?? '',
    body,
    signed: verifiers.some((verifier) => isSigned(body, headers, verifier)),
  }
}

function isSigned(body: string, headers: Record<string, string>, verifier: Webhook): boolean {
  try {
    verifier.verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** Names an event by the client's own name for its subject: IDs differ from run to run. */
function subjectOf({ body, id }: Delivery): string {
  return /"operation":"([^"]+)"/.exec(body)?.[1] ?? id
}

function reply(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  if (!response.destroyed) response.writeHead(status, headers).end()
}
