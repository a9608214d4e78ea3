import { readFile, stat } from 'node:fs/promises'
import { RequestError } from '#domain/problem.ts'
import { parseRootKeys, type RootKey } from './root-keys.ts'

/** Where the root keys come from; it always gives the current ones. */
export interface RootKeySource {
  /** @throws RequestError `unavailable` where there are none yet */
  current(): Promise<readonly RootKey[]>
}

/** Logs that root keys could not be read; the previous ones stay in use. */
export type Warn = (error: unknown) => void

const RETRY_AFTER_SECONDS = 5

/** Reads a file again whenever it has changed; warns once about one that cannot be read. */
export function rootKeysInFile(path: string, warn: Warn): RootKeySource {
  let current: { readonly state: string; readonly keys: readonly RootKey[] } | undefined
  let rejected: string | undefined
  const read = async () => {
    const state = await stateOf(path)
    if (state === current?.state || state === rejected) return
    try {
      current = { state, keys: parseRootKeys(await readFile(path, 'utf8')) }
    } catch (error) {
      rejected = state
      warn(error)
    }
  }
  return {
    async current() {
      await read()
      return current?.keys ?? unavailable()
    },
  }
}

/** What distinguishes a file from its previous version. */
async function stateOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found ? [found.mtimeNs, found.size, found.ino].join(' ') : 'missing'
}

/** What the source at an address depends on. */
export interface AddressOptions {
  readonly fetch: (url: string, signal: AbortSignal) => Promise<Response>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly warn: Warn
}

const TIMEOUT_MS = 5000
/** Between two attempts while the address does not answer. */
const COOLDOWN_MS = 10_000
const DEFAULT_AGE_SECONDS = 3600
const MAX_AGE_SECONDS = 24 * 3600
const MAX_BYTES = 1024 * 1024

/**
 * Caches the keys of an https address as long as its Cache-Control allows. They are renewed in the background while the
 * cached ones are used, so an outage does no harm; the keys still expire by themselves.
 */
export function rootKeysAt(url: string, { fetch, now, warn }: AddressOptions): RootKeySource {
  let keys: readonly RootKey[] | undefined
  let renewAt = 0
  let loading: Promise<void> | undefined
  const load = async () => {
    renewAt = now() + COOLDOWN_MS
    const answer = await fetch(url, AbortSignal.timeout(TIMEOUT_MS))
    if (answer.status !== 200) throw new Error(`The root keys' address answered ${answer.status}.`)
    keys = parseRootKeys(await textOf(answer))
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
      if (!keys) await loading
      return keys ?? unavailable()
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

/** At most a megabyte: a faulty server must not fill our memory. */
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
