import type { TollgateOptions } from '@tollgate/client'

/** Options of the provider in `medusa-config`. */
export interface Options
  extends Pick<TollgateOptions, 'baseUrl' | 'authUrl' | 'realm' | 'clientId' | 'clientSecret' | 'publicKey'> {
  readonly terminalId: string
  /** `whsec_…` of the endpoint that is this shop's webhook address. */
  readonly webhookSecret: string
  /** Where the gateway may send shoppers back: origins of the storefront, the first with the default path. */
  readonly returnUrls: readonly string[]
  /** True: charge at once; false (default): hold, and capture in the shop's admin. */
  readonly capture?: boolean
  /** Offers customers with an account to keep their card; `'ask'` lets them decide. */
  readonly saveCards?: boolean | 'ask'
  /** On the hosted page and statements; "Order" by default. */
  readonly description?: string
}

const TEXTS = ['baseUrl', 'authUrl', 'realm', 'clientId', 'clientSecret', 'publicKey', 'terminalId'] as const

/** @returns a sentence for each mistake */
export function mistakesIn(options: Readonly<Record<string, unknown>>): readonly string[] {
  const missing = TEXTS.filter((name) => typeof options[name] !== 'string' || options[name] === '')
  return [
    ...(missing.length > 0 ? [`Set ${missing.join(', ')}: the README says where they are.`] : []),
    ...(/^whsec_\S{32,}$/.test(String(options.webhookSecret)) ? [] : ['Set webhookSecret: whsec_… of the endpoint.']),
    ...(areUrls(options.returnUrls)
      ? []
      : ['Set returnUrls: a list of addresses of your storefront, such as https://shop.example/checkout.']),
    ...([undefined, true, false].includes(options.capture as boolean) ? [] : ['Set capture to true or false.']),
    ...([undefined, true, false, 'ask'].includes(options.saveCards as boolean)
      ? []
      : ["Set saveCards to true, false or 'ask'."]),
  ]
}

function areUrls(urls: unknown): boolean {
  return Array.isArray(urls) && urls.length > 0 && urls.every((url) => typeof url === 'string' && URL.canParse(url))
}

/**
 * Address to which the shopper returns. Anyone can send requests to the storefront's API, so only origins of `returnUrls`
 * are accepted.
 * @throws Error for another origin
 */
export function returnUrlOf({ returnUrls }: Pick<Options, 'returnUrls'>, wanted: unknown): string {
  if (wanted === undefined) return returnUrls[0]!
  const isAllowed = returnUrls.some((url) => new URL(url).origin === originOf(wanted))
  if (!isAllowed) throw new Error('return_url is of no origin in returnUrls.')
  return String(wanted)
}

function originOf(url: unknown): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : undefined
}
