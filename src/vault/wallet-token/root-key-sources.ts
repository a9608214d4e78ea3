import { readFile, stat } from 'node:fs/promises'
import { RequestError } from '#domain/problem.ts'
import { parseRootKeys, type RootKey } from './root-keys.ts'

/** Where the root keys come from, always as they are now. */
export interface RootKeySource {
  /** @throws RequestError `unavailable` where there are none yet */
  current(): Promise<readonly RootKey[]>
}

/** Says that root keys could not be had; those from before stay in use. */
export type Warn = (error: unknown) => void

const RETRY_AFTER_SECONDS = 5

/** Reads a file again whenever it has changed; one that cannot be read is said once. */
export function rootKeysInFile(path: string, warn: Warn): RootKeySource {
  let kept: { readonly state: string; readonly keys: readonly RootKey[] } | undefined
  let mistaken: string | undefined
  const read = async () => {
    const state = await stateOf(path)
    if (state === kept?.state || state === mistaken) return
    try {
      kept = { state, keys: parseRootKeys(await readFile(path, 'utf8')) }
    } catch (error) {
      mistaken = state
      warn(error)
    }
  }
  return {
    async current() {
      await read()
      return kept?.keys ?? unavailable()
    },
  }
}

/** What tells a file from the one that was there before. */
async function stateOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found ? [found.mtimeNs, found.size, found.ino].join(' ') : 'missing'
}

/** What a keeper of keys at an address depends on. */
export interface AddressOptions {
  readonly fetch: (url: string, signal: AbortSignal) => Promise<Response>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly warn: Warn
}

const TIMEOUT_MS = 5000
/** Between two attempts while the other side is out of order. */
const COOLDOWN_MS = 10_000
const DEFAULT_AGE_SECONDS = 3600
const MAX_AGE_SECONDS = 24 * 3600
const MAX_BYTES = 1024 * 1024

/**
 * Keeps the keys of an https address for as long as its Cache-Control allows. Renewing goes on in the background while
 * the copy at hand serves, so an outage is survived; keys in it still expire by themselves.
 */
export function rootKeysAt(url: string, { fetch, now, warn }: AddressOptions): RootKeySource {
  let kept: readonly RootKey[] | undefined
  let renewAt = 0
  let loading: Promise<void> | undefined
  const load = async () => {
    renewAt = now() + COOLDOWN_MS
    const answer = await fetch(url, AbortSignal.timeout(TIMEOUT_MS))
    if (answer.status !== 200) throw new Error(`The root keys' address answered ${answer.status}.`)
    kept = parseRootKeys(await textOf(answer))
    renewAt = now() + freshSeconds(answer.headers) * 1000
  }
  const renew = () => {
    loading ??= load()
      .catch(warn)
      .finally(() => {
        loading = undefined
      })
  }
  return {
    async current() {
      if (now() >= renewAt) renew()
      if (!kept) await loading
      return kept ?? unavailable()
    },
  }
}

/** `max-age` less the time the answer has spent in caches on its way (RFC 9111, section 4.2). */
function freshSeconds(headers: Headers): number {
  const stated = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1]
  const age = Number(headers.get('age') ?? 0) || 0
  const fresh = stated === undefined ? DEFAULT_AGE_SECONDS : Number(stated) - age
  return Math.min(Math.max(fresh, COOLDOWN_MS / 1000), MAX_AGE_SECONDS)
}

/** At most a megabyte: an address gone astray must not fill our memory. */
async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('The root keys are larger than a megabyte.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function unavailable(): never {
  const message = 'The wallet keys cannot be had at the moment. Try again in a few seconds.'
  throw new RequestError('unavailable', [{ property: '', message, params: [] }], RETRY_AFTER_SECONDS)
}
