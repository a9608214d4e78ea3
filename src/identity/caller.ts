/** Who is calling, once a token has been verified. */
export type Caller =
  | { readonly scope: 'merchant'; readonly merchantId: string; readonly clientId: string }
  | { readonly scope: 'operator'; readonly clientId: string }
  | ClientCaller

/** A shopper's browser on a page of ours. It has a merchant's public client key and one session. */
export interface ClientCaller {
  readonly scope: 'client'
  readonly merchantId: string
  readonly sessionId: string
  /** The client key. */
  readonly clientId: string
}

export type MerchantCaller = Extract<Caller, { scope: 'merchant' }>
