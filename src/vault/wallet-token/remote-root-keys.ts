import { type RootKeySource, unavailable, type Warn } from './root-key-source.ts'
import { parseRootKeys, type RootKey } from './root-keys.ts'

/** Storage of the last good copy, which outlives the process. */
export interface RootKeyCopies {
  /** @returns undefined without a trusted copy */
  find(): Promise<RootKeyCopy | undefined>
  keep(copy: RootKeyCopy): Promise<void>
}

export interface AddressOptions {
  /** Fetches a response of bounded size, and follows no redirect. */
  readonly fetch: (url: string, options: { readonly signal: AbortSignal }) => Promise<Response>
  readonly copies: RootKeyCopies
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly warn: Warn
}

const TIMEOUT_MS = 5000
/** Between two attempts while the URL does not respond. */
const COOLDOWN_MS = 10_000

/** Keys, and the time (milliseconds since 1970) until which they need no refresh. */
interface Known {
  readonly keys: readonly RootKey[]
  readonly freshUntil: number
}

/**
 * Caches the keys of an https URL as long as its Cache-Control allows, and renews them in the background. The last good
 * copy is stored for later processes, so an outage does no harm; the keys still expire.
 */
export function remoteRootKeys(url: string, { fetch, copies, now, warn }: AddressOptions): RootKeySource {
  let known: Known | undefined
  let renewAt = 0
  let loading: Promise<void> | undefined

  const take = (found: Known) => {
    known = found
    renewAt = found.freshUntil
  }
  const answerNow = async () => {
    const copy = await parseRootKeyResponse(await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }), now())
    const found = readCopy(copy)
    if (!isUsable(found, now())) throw new Error("The root keys' address gave none that is still valid.")
    return { copy, found }
  }
  const askAddress = async () => {
    const { copy, found } = await answerNow()
    take(found)
    await copies.keep(copy)
  }
  /** First keys of this process: the URL is called only without a fresh copy, and need not respond. */
  const begin = async () => {
    const kept = await copies
      .find()
      .then((copy) => copy && readCopy(copy))
      .catch(warn)
    if (kept && isFresh(kept, now()) && isUsable(kept, now())) return take(kept)
    await askAddress().catch((error: unknown) => {
      if (kept) known ??= kept
      throw error
    })
  }
  const renew = () => {
    renewAt = now() + COOLDOWN_MS
    loading ??= (known ? askAddress() : begin()).catch(warn).finally(() => {
      loading = undefined
    })
  }
  return {
    async current() {
      if (now() >= renewAt) renew()
      if (!isUsable(known, now())) await loading
      return isUsable(known, now()) ? known.keys : unavailable()
    },
    readAnew: async () => (await answerNow()).found.keys,
  }
}

function readCopy({ text, freshUntil }: RootKeyCopy): Known {
  return { keys: parseRootKeys(text), freshUntil }
}

/** True if one of them may still sign: a response without any must not replace a good copy. */
function isUsable(known: Known | undefined, now: number): known is Known {
  return known?.keys.some(({ expiresAt }) => expiresAt === null || expiresAt > now) === true
}

/** Excludes times beyond any maximum age, which only a process with a wrong clock writes. */
function isFresh({ freshUntil }: Known, now: number): boolean {
  return freshUntil > now && freshUntil <= now + MAX_AGE_SECONDS * 1000
}

/** Response of the URL, as stored beyond the process. */
export interface RootKeyCopy {
  /** The wallet's JSON as received. */
  readonly text: string
  /** Milliseconds since 1970; no call is needed before. */
  readonly freshUntil: number
}

/** Maximum freshness, regardless of the response. */
const MAX_AGE_SECONDS = 24 * 3600
/** Minimum time between two calls. */
const MIN_AGE_SECONDS = 10
const DEFAULT_AGE_SECONDS = 3600

/** @throws Error for any other response */
async function parseRootKeyResponse(answer: Response, now: number): Promise<RootKeyCopy> {
  if (answer.status !== 200) throw new Error(`The root keys' address answered ${answer.status}.`)
  return { text: await answer.text(), freshUntil: now + freshSeconds(answer.headers) * 1000 }
}

/** `max-age` less the time in caches (RFC 9111, section 4.2). */
function freshSeconds(headers: Headers): number {
  const control = headers.get('cache-control') ?? ''
  const stated = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(control)?.[1]
  const age = Number(headers.get('age') ?? 0) || 0
  const fresh = stated === undefined ? DEFAULT_AGE_SECONDS : Number(stated) - age
  const reusable = /(?:^|[\s,])no-(?:cache|store)\b/i.test(control) ? 0 : fresh
  return Math.min(Math.max(reusable, MIN_AGE_SECONDS), MAX_AGE_SECONDS)
}
