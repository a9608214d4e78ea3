import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { withTimeout } from '#domain/with-timeout.ts'
import { textOf } from '#outbound/answer-body.ts'
import { HttpClient } from '#outbound/http-client.ts'
import { mayReach, problemWithUrl, type TargetPolicy } from './target.ts'

const CONNECT_MS = 5000
const TOTAL_MS = 15_000
/** Stored bytes of a response body, and read bytes including the discarded rest. */
const BEGINNING = { bytes: 1024, mostRead: 64 * 1024 }

interface Reply {
  readonly status: number
  /** Beginning of its body as text; the rest is discarded. */
  readonly beginning: string
  readonly retryAfter: string | undefined
}

/** HTTP client for URLs from merchants. */
export interface GuardedClient {
  /** Posts JSON without redirects in at most 15 s. @throws if the target is not allowed or does not respond in time */
  post(url: string, headers: Record<string, string>, body: string): Promise<Reply>
  /** Checks that the URL responds. @throws as `post` */
  reach(url: string): Promise<void>
  close(): Promise<void>
}

/** `dns.lookup` as used here: every address of a name. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export class ForbiddenTarget extends Error {
  override name = 'ForbiddenTarget'
}

/**
 * Opens a client whose lookup drops forbidden addresses, so that a name cannot change between check and connection.
 * @param resolve names to addresses, by default the system's
 */
export function guardedClient(policy: TargetPolicy, resolve: Resolve = lookup): GuardedClient {
  const client = new HttpClient({ lookup: guardedLookup(policy, resolve), connectMs: CONNECT_MS })
  return {
    post: (url, headers, body) => post(client, policy, url, headers, body),
    reach: (url) => reach(client, policy, url),
    close: async () => client.close(),
  }
}

/** Node connects to a literal address without a lookup, so literals are checked here and names in the lookup. */
function refuseForbidden(url: string, policy: TargetPolicy): void {
  const problem = problemWithUrl(new URL(url), policy)
  if (problem !== undefined) throw new ForbiddenTarget(problem)
}

async function reach(client: HttpClient, policy: TargetPolicy, url: string): Promise<void> {
  refuseForbidden(url, policy)
  await withTimeout(TOTAL_MS, (signal) =>
    client.send({ method: 'HEAD', url, signal, redirects: 'returned', beginning: BEGINNING }),
  )
}

async function post(
  client: HttpClient,
  policy: TargetPolicy,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Reply> {
  refuseForbidden(url, policy)
  return withTimeout(TOTAL_MS, async (signal) => {
    const request = { method: 'POST', url, headers, body, signal, redirects: 'returned', beginning: BEGINNING } as const
    const answer = await client.send(request)
    const retryAfter = answer.headers.get('retry-after') ?? undefined
    return { status: answer.status, beginning: textOf(answer), retryAfter }
  })
}

/** Looks up only allowed addresses; a name without any cannot be connected to. */
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
