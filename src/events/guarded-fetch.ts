import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { within } from '#domain/time-limit.ts'
import { mayReach, problemWithUrl, type TargetPolicy } from './target.ts'

const CONNECT_MS = 5000
const TOTAL_MS = 15_000
const ANSWER_BYTES = 64 * 1024
const BEGINNING_BYTES = 1024
/** Shorter than most servers keep an idle connection open. */
const KEEP_ALIVE_MS = 4000

/** What an endpoint answered. */
interface Reply {
  readonly status: number
  /** The beginning of its body as text; the rest is read and discarded. */
  readonly beginning: string
  readonly retryAfter: string | undefined
}

/** An HTTP client for addresses that others have chosen. */
export interface GuardedClient {
  /**
   * Posts a JSON text. Redirects are not followed; the whole exchange takes at most 15 s.
   * @throws where the target is not allowed, cannot be reached or does not answer in time
   */
  post(url: string, headers: Record<string, string>, body: string): Promise<Reply>
  /** Asks for no more than an answer, whatever it is. @throws as `post` */
  reach(url: string): Promise<void>
  close(): Promise<void>
}

/** `dns.lookup` as used here: every address of a name. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Thrown instead of connecting to an address that webhooks may not reach. */
export class ForbiddenTarget extends Error {
  override name = 'ForbiddenTarget'
}

/**
 * Opens a client that decides on the very address a socket connects to: names are resolved by its own look-up, which
 * drops what the policy forbids, so that a name cannot be checked as one address and connected as another.
 * @param resolve names to addresses, the system's unless a test brings its own
 */
export function guardedClient(policy: TargetPolicy, resolve: Resolve = lookup): GuardedClient {
  const agent = new Agent({
    connect: guardedConnector(policy, resolve),
    keepAliveTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
  })
  return {
    post: (url, headers, body) => post(agent, policy, url, headers, body),
    reach: (url) => reach(agent, policy, url),
    close: () => agent.destroy(),
  }
}

function refuseForbidden(url: string, policy: TargetPolicy): void {
  const problem = problemWithUrl(new URL(url), policy)
  if (problem !== undefined) throw new ForbiddenTarget(problem)
}

async function reach(agent: Agent, policy: TargetPolicy, url: string): Promise<void> {
  refuseForbidden(url, policy)
  await within(TOTAL_MS, async (signal) => {
    const { body } = await request(url, { dispatcher: agent, method: 'HEAD', signal })
    await body.dump()
  })
}

async function post(agent: Agent, policy: TargetPolicy, url: string, headers: Record<string, string>, body: string) {
  refuseForbidden(url, policy)
  return within(TOTAL_MS, async (signal) => {
    const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal })
    const beginning = await beginningOf(answer.body)
    return { status: answer.statusCode, beginning, retryAfter: answer.headers['retry-after']?.toString() }
  })
}

/** Reads a body to its end or its limit. The status has arrived: whatever goes wrong with the body changes nothing. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let [beginning, size] = [Buffer.alloc(0), 0]
  try {
    for await (const chunk of body) {
      const missing = BEGINNING_BYTES - beginning.length
      if (missing > 0) beginning = Buffer.concat([beginning, chunk.subarray(0, missing)])
      size += chunk.length
      if (size >= ANSWER_BYTES) break
    }
  } catch {
    // What came before it broke off is kept.
  }
  return beginning.toString()
}

/** Node connects to a literal address without a look-up, so literals are checked here and names in the look-up. */
function guardedConnector(policy: TargetPolicy, resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: guardedLookup(policy, resolve) })
  return (options, callback) => {
    if (isIP(options.hostname) && !mayReach(options.hostname, policy)) {
      return callback(new ForbiddenTarget(`Webhooks may not be sent to ${options.hostname}.`), null)
    }
    connect(options, callback)
  }
}

/** A look-up that knows only the addresses the policy allows; a name with none of them cannot be connected to. */
export function guardedLookup(policy: TargetPolicy, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const allowed = addresses.filter(({ address }) => mayReach(address, policy))
      const first = allowed[0]
      if (!first) return callback(new ForbiddenTarget(`Webhooks may not be sent to ${hostname}.`), '')
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}
