import type { TollgateOptions } from '@tollgate/client'

/** Options of `TollgatePlugin.init`. */
export interface Options extends TollgateOptions {
  readonly terminalId: string
  /** `whsec_…` of the endpoint at `/payments/tollgate`. */
  readonly webhookSecret: string
  /** Where the gateway may send shoppers back: addresses of the storefronts, of which the origins count. */
  readonly returnUrls: readonly string[]
  /** True: charge at once; false (default): hold, and settle in the admin. */
  readonly capture?: boolean
  /** On the hosted page; "Order" and its code by default. */
  readonly description?: string
}

const TEXTS = ['baseUrl', 'authUrl', 'realm', 'clientId', 'clientSecret', 'publicKey', 'terminalId'] as const

/** @throws Error with a sentence for each mistake */
export function checkOptions(options: Readonly<Record<keyof Options, unknown>>): void {
  const missing = TEXTS.filter((name) => typeof options[name] !== 'string' || options[name] === '')
  const { webhookSecret, returnUrls } = options
  const isUrl = (url: unknown) => typeof url === 'string' && URL.canParse(url)
  const mistakes = [
    ...(missing.length > 0 ? [`Set ${missing.join(', ')}: the README says where they are.`] : []),
    ...(/^whsec_\S{32,}$/.test(String(webhookSecret)) ? [] : ['Set webhookSecret: whsec_… of the endpoint.']),
    ...(Array.isArray(returnUrls) && returnUrls.length > 0 && returnUrls.every(isUrl)
      ? []
      : ['Set returnUrls: a list of addresses of your storefront.']),
  ]
  if (mistakes.length > 0) throw new Error(`@tollgate/vendure: ${mistakes.join(' ')}`)
}

/** True if shoppers may be sent there: anyone can send requests to the shop's API. */
export function isOwn({ returnUrls }: Pick<Options, 'returnUrls'>, url: string): boolean {
  return URL.canParse(url) && returnUrls.some((own) => new URL(own).origin === new URL(url).origin)
}
