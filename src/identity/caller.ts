/** Who is asking, once a token has been verified. */
export type Caller =
  | { readonly scope: 'merchant'; readonly merchantId: string; readonly clientId: string }
  | { readonly scope: 'operator'; readonly clientId: string }

export type MerchantCaller = Extract<Caller, { scope: 'merchant' }>
