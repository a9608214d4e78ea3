import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { bodyIn, classify } from './classify.ts'
import { classifyInBrowser } from './classify-in-browser.ts'
import type { Answer, Journal, Operation } from './journal.ts'
import { inTime, PAUSE_MS } from './retry.ts'
import { type Access, keptToken } from './token.ts'

/** A request as it goes over the wire, as often as the merchant likes. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly key?: string
  /** Client key of our page, which sends from the shopper's browser without a token. */
  readonly clientKey?: string
}

/** A merchant's server that keeps a journal and retries everything. */
export interface Client {
  readonly journal: Journal
  /** Declares what is wanted before anything is sent. */
  want(operation: Operation): Operation
  /** Sends a request once. Never throws: what goes wrong is an answer too. */
  send(operation: Operation, request: Request): Promise<Answer>
  /** Sends `copies` concurrently, then one after the other until the result is known, or the run is over. */
  insist(operation: Operation, request: Request, copies: number): Promise<Answer>
  /** Sets the time after which requests are no longer repeated. */
  giveUpAt(time: number): void
}

/** @param retried statuses after which a request is sent again, besides those of any gateway; a 401 takes a new token */
export async function openClient(
  access: Access,
  chance: Chance,
  retried: ReadonlySet<number> = new Set(),
): Promise<Client> {
  const journal: Journal = { operations: [], exchanges: [] }
  const began = Date.now()
  const token = keptToken(access)
  let patienceEnds = Number.POSITIVE_INFINITY

  async function send(operation: Operation, request: Request): Promise<Answer> {
    const sentAt = Date.now() - began
    const answer = await exchange(access.baseUrl, await token.get(), request, retried)
    if (isUnauthorized(answer)) token.forget()
    const { method, path } = request
    const answeredAt = Date.now() - began
    journal.exchanges.push({ operation: operation.name, request: `${method} ${path}`, sentAt, answeredAt, answer })
    return answer
  }

  return {
    journal,
    want(operation) {
      journal.operations.push(operation)
      return operation
    },
    send,
    async insist(operation, request, copies) {
      let answers = await Promise.all(Array.from({ length: copies }, () => send(operation, request)))
      for (;;) {
        const known = best(answers)
        if (known.class !== 'unsure' || Date.now() > patienceEnds) return known
        await sleep(PAUSE_MS + chance.integer(0, PAUSE_MS))
        answers = [await send(operation, request)]
      }
    },
    giveUpAt(time) {
      patienceEnds = time
    },
  }
}

const RANKS = ['odd', 'session', 'yes', 'open', 'no', 'unsure'] as const

/** Of answers to copies of one request, the one that says most. */
export function best(answers: readonly Answer[]): Answer {
  return answers.toSorted((one, other) => RANKS.indexOf(one.class) - RANKS.indexOf(other.class))[0]!
}

function isUnauthorized(answer: Answer): boolean {
  return answer.class === 'unsure' && answer.why.startsWith('HTTP 401')
}

function notHere(status: number, text: string): Answer {
  const message = bodyIn<{ errors?: readonly { message: string }[] }>(text)?.errors?.[0]?.message ?? ''
  return { class: 'unsure', why: `HTTP ${status}: ${message}` }
}

async function exchange(
  baseUrl: string,
  token: string,
  request: Request,
  retried: ReadonlySet<number>,
): Promise<Answer> {
  const { method, path, body, key, clientKey } = request
  const read = clientKey === undefined ? classify : classifyInBrowser
  const headers = {
    ...(clientKey === undefined ? { authorization: `Bearer ${token}` } : { 'x-client-key': clientKey }),
    ...(body && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  const signal = inTime()
  try {
    const answer = await fetch(baseUrl + path, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    return retried.has(answer.status) ? notHere(answer.status, text) : read(answer.status, text)
  } catch (error) {
    return { class: 'unsure', why: (error as Error).name }
  }
}
