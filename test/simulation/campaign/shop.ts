import { encryptCard } from '#test/card-encryption.ts'
import type { Demo } from '#test/gateway-process.ts'
import { BROWSER_INFO } from '#test/test-merchant.ts'
import type { Admin } from './admin.ts'
import type { Access } from './token.ts'

/** The merchant under test: where its orders go, and how they are written. */
export interface Shop {
  readonly access: Access
  readonly merchantId: string
  /** The public one, for pages in the browser. */
  readonly clientKey: string
  /** One card account that behaves unless an order says otherwise. */
  readonly plainTerminal: string
  /** Two accounts that decline come first. */
  readonly retryingTerminal: string
  /** An account whose answers get lost comes first. */
  readonly flakyTerminal: string
  readonly webhookSecret: string
  /** Tokens of cards that some order saved; later orders may charge them, under any later key. */
  readonly savedCards: string[]
  /** Fields of every card order besides its particulars. */
  cardOrder(): Readonly<Record<string, unknown>>
}

/** Opens the demo merchant's shop with terminals and accounts of its own. @param webhookUrl where its events go */
export async function openShop(demo: Demo, admin: Admin, webhookUrl: string): Promise<Shop> {
  const { merchant, base_url: baseUrl } = demo
  const { merchant_id: merchantId } = merchant
  const counter = await openCounter(baseUrl, admin, merchant, webhookUrl)
  const { items } = await admin('GET', `/admin/merchants/${merchantId}/provider-accounts?limit=100`)
  const good = items.find(({ provider }: { provider: string }) => provider === 'card-simulator').provider_account_id
  const account = async (name: string, settings: object): Promise<string> => {
    const body = { provider: 'card-simulator', name, settings }
    return (await admin('POST', `/admin/merchants/${merchantId}/provider-accounts`, body)).provider_account_id
  }
  const declining = await account('Declines', { response_code: 'TRX_STATUS_DECLINED' })
  const poor = await account('Declines too', { response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' })
  const flaky = await account('Loses answers', { fault: 'connection_reset' })
  return {
    ...counter.shop,
    plainTerminal: await counter.terminal('Plain', [good]),
    retryingTerminal: await counter.terminal('Retrying', [declining, poor, good]),
    flakyTerminal: await counter.terminal('Flaky', [flaky, good]),
  }
}

/** A merchant as the admin API made it. */
type Merchant = Omit<Demo['merchant'], 'terminal_id' | 'webhook_secret'>

/** Opens the shared part of a shop, and returns how it gets terminals. @param webhookUrl of its events */
export async function openCounter(baseUrl: string, admin: Admin, merchant: Merchant, webhookUrl: string) {
  const { merchant_id: merchantId, client_id: clientId, client_secret: clientSecret, public_key: publicKey } = merchant
  const endpoint = await admin('POST', `/admin/merchants/${merchantId}/webhook-endpoints`, { url: webhookUrl })
  const shop: Omit<Shop, 'plainTerminal' | 'retryingTerminal' | 'flakyTerminal'> = {
    access: { baseUrl, clientId, clientSecret },
    merchantId,
    clientKey: merchant.client_key,
    webhookSecret: endpoint.secret,
    savedCards: [],
    cardOrder: () => ({
      description: 'Two bags of beans',
      currency: 'EUR',
      payment_method: { type: 'card', data: encryptCard(publicKey) },
      browser_info: BROWSER_INFO,
    }),
  }
  return {
    shop,
    async terminal(name: string, routing: readonly string[]): Promise<string> {
      const body = { name, provider_accounts: routing }
      return (await admin('POST', `/admin/merchants/${merchantId}/terminals`, body)).terminal_id
    },
  }
}
