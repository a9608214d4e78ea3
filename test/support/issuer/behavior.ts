/** How a card's issuer behaves; a session's or order's metadata asks for it by these names. */
export interface Conduct {
  /**
   * `slow` answers the method URL long after the usual wait of five seconds; `forges` reports to the pages around it
   * that the gateway was notified, and never notifies it.
   */
  readonly method: 'none' | 'prompt' | 'slow' | 'forges'
  readonly challenge: keyof typeof MANNERS
}

/** Peculiarity of a challenge. */
interface Manner {
  /** The ACS never answers the `creq`. */
  readonly isSilent?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Runs in the page that asks. */
  readonly script?: string
  /** Script that posts the form with `cres`, the page's first, to the notification URL. */
  readonly carry?: string
  /** Fields that replace those of `cres`, or a text that is no `cres`. */
  readonly lie?: string | Readonly<Record<string, string>>
}

const UNFRAMED = { 'x-frame-options': 'DENY', 'content-security-policy': "frame-ancestors 'none'" }
const ISOLATED = { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-resource-policy': 'cross-origin' }

const FORGE = `setInterval(() => {
  for (const heard of [parent, top, ...Array.from({ length: top.length }, (_, index) => top[index])]) {
    heard.postMessage({ type: 'CHALLENGE_RESPONSE', trans_status: 'Y', session_id: 'x' }, '*')
  }
}, 20)`

const TWICE = `const form = document.forms[0]
const post = () => fetch(form.action, { method: 'POST', mode: 'no-cors', body: new URLSearchParams(new FormData(form)) })
post().finally(() => form.submit())`

export const MANNERS = {
  asks: {},
  silent: { isSilent: true },
  unframed: { headers: UNFRAMED },
  /** Allows pages that are isolated from all others to frame it. */
  isolated: { headers: ISOLATED },
  /** Claims success to every page within reach before the shopper has decided. */
  forges: { script: FORGE },
  twice: { carry: TWICE },
  garbles: { lie: 'this is no challenge response' },
  /** Brings the answer of another authentication. */
  confuses: { lie: { threeDSServerTransID: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e' } },
} as const satisfies Readonly<Record<string, Manner>>

export function mannerOf({ challenge }: Conduct): Manner {
  return MANNERS[challenge]
}

/** Reads the conduct; by default there is no method page, and the bank asks. */
export function conductOf(metadata: Readonly<Record<string, unknown>>): Conduct {
  return { method: 'none', challenge: 'asks', ...metadata } as Conduct
}
