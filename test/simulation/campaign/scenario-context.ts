import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Client, Request } from './client.ts'
import type { Answer, Operation } from './journal.ts'
import type { Shop } from './shop.ts'

/** How long a shop looks at a pending payment before it goes on with other things. */
const PATIENCE_MS = 15_000
const FIRST_LOOK_MS = 150
/** Duplicates, where they do no harm by the rules (docs/reference/references.md). */
const COPIES = 8

/** Surroundings of one order, from its first request to its last follow-up. */
export interface ScenarioContext {
  readonly shop: Shop
  readonly client: Client
  readonly chance: Chance
  /** The order's own reference. */
  readonly reference: string
  /** Something this order wants once. @param reference where it is not the order's own */
  want(kind: string, amount: number, reference?: string): Operation
  /** Draws eight, or one. */
  copies(): number
  /** State of an order once its answer is read, looked up or waited for. */
  resolved(operation: Operation, answer: Answer): Promise<Answer>
}

export function openScenarioContext(shop: Shop, client: Client, chance: Chance, index: number): ScenarioContext {
  const reference = `order-${index}`
  let wanted = 0
  return {
    shop,
    client,
    chance,
    reference,
    want(kind, amount, other = reference) {
      wanted += 1
      return client.want({ name: `${reference}.${wanted}`, kind, reference: other, amount })
    },
    copies: () => (chance.happens(0.25) ? COPIES : 1),
    resolved(operation, answer) {
      if (answer.class === 'open' && answer.step) return Promise.resolve(answer)
      const id = answer.class === 'open' ? answer.transactionId : answer.class === 'no' && answer.holderId
      return id ? look(client, operation, id) : Promise.resolve(answer)
    },
  }
}

/** Reads a transaction's status, again and again while it is pending. */
async function look(client: Client, operation: Operation, id: string): Promise<Answer> {
  const patienceEnds = Date.now() + PATIENCE_MS
  for (let pause = FIRST_LOOK_MS; ; pause *= 1.5) {
    const answer = await client.insist(operation, statusOf(id), 1)
    if (answer.class !== 'open' || Date.now() > patienceEnds) return answer
    await sleep(pause)
  }
}

export function sessionAt(id: string): Request {
  return { method: 'GET', path: `/api/sessions/${id}` }
}

export function statusOf(id: string): Request {
  return { method: 'GET', path: `/api/transactions/${id}/status` }
}
