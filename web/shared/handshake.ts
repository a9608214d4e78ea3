import type { Customer } from './protocol.ts'

/** A card the session's customer has saved with this merchant. */
export interface SavedCard {
  readonly payment_method_id: string
  readonly masked: string
  readonly brand: string | null
  readonly expiration_month: number | string
  readonly expiration_year: number | string
  readonly cvc_required: boolean
}

/** What the gateway tells a page about a session that may be paid. */
export interface OpenSession {
  readonly country: string | null
  readonly customer: Customer | null
  readonly methods: readonly string[]
  readonly saved_cards: readonly SavedCard[]
  readonly save_card: 'no' | 'yes' | 'ask'
}

/** What the gateway wrote into the document it served: who may speak to it, and why it may refuse to speak. */
export interface Invitation {
  readonly clientKey: string
  readonly sessionId: string
  /** Exact origins of the shop; null admits every one. */
  readonly origins: readonly string[] | null
  /** Null where there are no fields. */
  readonly session: OpenSession | null
  readonly denial: { readonly code: string; readonly message: string } | null
}

export function readInvitation(): Invitation {
  return JSON.parse(document.body.dataset.invitation ?? '{}') as Invitation
}

/**
 * Waits for the shop's page to hand over the port that carries everything from then on. Only the page that holds this
 * frame is heard, only from an origin that is invited, and only once.
 */
export function awaitGreeting<G>(
  type: string,
  origins: readonly string[] | null,
): Promise<{ greeting: G; port: MessagePort }> {
  return new Promise((resolve) => {
    const listen = ({ source, origin, data, ports }: MessageEvent): void => {
      const isInvited = source === window.parent && (origins === null || origins.includes(origin))
      const port = ports[0]
      if (!isInvited || data?.type !== type || !port) return
      removeEventListener('message', listen)
      resolve({ greeting: data as G, port })
    }
    addEventListener('message', listen)
  })
}
