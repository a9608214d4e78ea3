import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { type Answer, classify, type Journal, type Operation } from './journal.ts'

/** Longer than any answer takes, a provider's time-out included. */
const ANSWER_MS = 20_000
/** A token lives 300 s. */
const TOKEN_SECONDS = 200
const PAUSE_MS = 700

/** Who the merchant is. */
export interface Access {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** A request as it goes over the wire, as often as the merchant likes. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly key?: string
}

/** A merchant's server that keeps a journal and gives up on nothing. */
export interface Client {
  readonly journal: Journal
  /** Declares what is wanted before anything is sent. */
  want(operation: Operation): Operation
  /** Sends a request once. Never throws: what goes wrong is an answer too. */
  send(operation: Operation, request: Request): Promise<Answer>
  /** Sends `copies` at once, then one after the other until it is known what came of it, or the run is over. */
  insist(operation: Operation, request: Request, copies: number): Promise<Answer>
  /** Nobody insists any longer than this. */
  giveUpAt(time: number): void
}

export async function openClient(access: Access, chance: Chance): Promise<Client> {
  const journal: Journal = { operations: [], exchanges: [] }
  const began = Date.now()
  const token = keptToken(access)
  let patienceEnds = Number.POSITIVE_INFINITY

  async function send(operation: Operation, request: Request): Promise<Answer> {
    const sentAt = Date.now() - began
    const answer = await exchange(access.baseUrl, await token(), request)
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

const RANKS = ['odd', 'yes', 'open', 'no', 'unsure'] as const

/** Of answers to copies of one request, the one that says most. */
function best(answers: readonly Answer[]): Answer {
  return answers.toSorted((one, other) => RANKS.indexOf(one.class) - RANKS.indexOf(other.class))[0]!
}

async function exchange(baseUrl: string, token: string, { method, path, body, key }: Request): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  const signal = inTime()
  try {
    const answer = await fetch(baseUrl + path, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) })
    return classify(answer.status, await answer.text())
  } catch (error) {
    return { class: 'unsure', why: (error as Error).name }
  }
}

/** One token for everybody, renewed in time; whoever asks meanwhile waits for the new one. */
function keptToken({ baseUrl, clientId, clientSecret }: Access): () => Promise<string> {
  let current: { readonly token: Promise<string>; readonly until: number } | undefined
  return () => {
    if (!current || Date.now() > current.until) {
      const token = patiently(() => fetchToken(baseUrl, clientId, clientSecret))
      current = { token, until: Date.now() + TOKEN_SECONDS * 1000 }
    }
    return current.token
  }
}

async function fetchToken(baseUrl: string, clientId: string, clientSecret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await fetch(`${baseUrl}/realms/uat/protocol/openid-connect/token`, {
    method: 'POST',
    body,
    signal: inTime(),
  })
  if (!answer.ok) throw new Error(`No token: HTTP ${answer.status}.`)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Whoever asks must give up at some time. */
export function inTime(): AbortSignal {
  return AbortSignal.timeout(ANSWER_MS)
}

/** Repeats what has no effect until it works; the gateway may be down at the moment. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch {
      await sleep(PAUSE_MS)
    }
  }
}
