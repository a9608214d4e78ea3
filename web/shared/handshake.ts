import type { Locale } from './locales.ts'
import type { AgreementTexts, Customer } from './protocol.ts'

export interface SavedCard {
  readonly payment_method_id: string
  readonly masked: string
  readonly brand: string | null
  readonly expiration_month: number | string
  readonly expiration_year: number | string
  readonly cvc_required: boolean
}

/** Data of a payable session that the gateway sends to a frame. */
export interface OpenSession {
  readonly country: string | null
  readonly customer: Customer | null
  readonly methods: readonly string[]
  readonly saved_cards: readonly SavedCard[]
  readonly save_card: 'no' | 'yes' | 'ask'
  /** Null if the payment makes or moves no agreement. */
  readonly agreement: AgreementTexts | null
}

/** Configuration that the gateway writes into the frame's document: allowed origins, or why it shows no fields. */
export interface FrameConfig {
  readonly clientKey: string
  readonly sessionId: string
  /** Exact origins of the shop; null allows every one. */
  readonly origins: readonly string[] | null
  /** Null where there are no fields. */
  readonly session: OpenSession | null
  /** Language if the shop's page sets none. */
  readonly locale: Locale
  /** Address of the texts of a language, with `{locale}`. */
  readonly texts: string
  readonly denial: { readonly code: string; readonly message: string } | null
}

export function readFrameConfig(): FrameConfig {
  return JSON.parse(document.body.dataset.config ?? '{}') as FrameConfig
}

/**
 * Waits for the shop's page to pass the port for all later messages. It is accepted only from the page that embeds this
 * frame, only from an allowed origin, and only once.
 */
export function awaitHandshake<G>(
  type: string,
  origins: readonly string[] | null,
): Promise<{ handshake: G; port: MessagePort }> {
  return new Promise((resolve) => {
    const listen = ({ source, origin, data, ports }: MessageEvent): void => {
      const isAllowed = source === window.parent && (origins === null || origins.includes(origin))
      const port = ports[0]
      if (!isAllowed || data?.type !== type || !port) return
      removeEventListener('message', listen)
      resolve({ handshake: data as G, port })
    }
    addEventListener('message', listen)
  })
}
