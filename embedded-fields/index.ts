import type { PaymentComponent } from './types.ts'

export type * from './types.ts'

export interface LoadOptions {
  /** `base_url` of the gateway. */
  readonly baseUrl: string
  /** `version` of `{baseUrl}/embedded-fields/inventory.json`; without it, the current one. */
  readonly version?: string
  /** Digest of that version, from the same file. */
  readonly integrity?: string
  /** Nonce of the page's Content-Security-Policy, if it names scripts by nonce. */
  readonly nonce?: string
}

interface Policy {
  createScriptURL(url: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy
}

const loads = new Map<string, Promise<PaymentComponent>>()
let policy: Policy | undefined

/**
 * Loads the gateway's script, once for each URL. After a failure the next call tries again.
 *
 * @returns null on a server, which has no `document`
 * @throws PaymentError `network_error` if the script does not load or a policy of the page blocks it
 */
export function loadTollgate({ baseUrl, version, ...attributes }: LoadOptions): Promise<PaymentComponent | null> {
  if (typeof document === 'undefined') return Promise.resolve(null)
  const url = `${baseUrl.replace(/\/$/, '')}/embedded-fields${version ? `/${version}` : ''}.js`
  const load = loads.get(url) ?? addScript(url, attributes)
  loads.set(url, load)
  return load
}

function addScript(url: string, { integrity, nonce }: Omit<LoadOptions, 'baseUrl'>): Promise<PaymentComponent> {
  const load = new Promise<PaymentComponent>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      const message = `${url} did not load; check the URL, integrity and Content-Security-Policy.`
      reject(Object.assign(new Error(message), { code: 'network_error' }))
    }
    script.onload = () => (window.PaymentComponent ? resolve(window.PaymentComponent) : fail())
    script.onerror = fail
    script.crossOrigin = 'anonymous'
    if (integrity) script.integrity = integrity
    if (nonce) script.nonce = nonce
    try {
      script.src = trust(url)
      document.head.append(script)
    } catch {
      fail()
    }
  })
  load.catch(() => loads.delete(url))
  return load
}

/** Lets a page with Trusted Types load the URL; such a page allows our policy by its name. */
function trust(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('tollgate', { createScriptURL: (trusted) => trusted })
  return policy ? policy.createScriptURL(url) : url
}
