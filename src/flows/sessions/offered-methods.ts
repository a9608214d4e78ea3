import { accountCapabilities } from '#domain/capabilities.ts'
import { isInMarket, type Market, type MarketTerms, marketRank } from '#domain/market.ts'
import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import { BANK_METHODS, WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import type { Session } from '#domain/session.ts'
import type { Gateway } from '../gateway.ts'

type Accounts = ReadonlyMap<string, readonly ProviderAccount[]>

/**
 * Methods of the hosted page, likeliest first (docs/reference/hosted-page.md#which-methods-it-shows).
 * @param accounts by method, from `availableMethods`
 */
export function offeredMethods(
  gateway: Pick<Gateway, 'providers'>,
  { terminal }: TerminalConfig,
  session: Session,
  accounts: Accounts,
): readonly string[] {
  const terms = { currency: session.currency, country: session.customer.country ?? session.country }
  const methods = [...accounts]
    .map(([method, [account]]) => ({ method, market: marketOf(gateway, account!, method) }))
    .sort((one, other) => likelihood(other, terms) - likelihood(one, terms))
  const areListed = (terminal?.paymentMethods ?? session.paymentMethods) !== null
  const fitting = methods.filter(({ market }) => isInMarket(market, terms))
  return (areListed || fitting.length === 0 ? methods : fitting).map(({ method }) => method)
}

/** Market of a method by the account that a payment is tried with first. */
function marketOf({ providers }: Pick<Gateway, 'providers'>, account: ProviderAccount, method: string): Market {
  const capabilities = accountCapabilities(providers, account, method)!
  return capabilities.market ?? capabilities
}

const CARDS_AND_WALLETS: readonly string[] = ['card', 'saved_card', ...WALLET_REDIRECTS]

/** Ranks cards and wallets (4), methods of the country (3), banks (2), of the currency (1), of all markets (0), others. */
function likelihood({ method, market }: { method: string; market: Market }, terms: MarketTerms): number {
  if (!isInMarket(market, terms)) return -1
  if (CARDS_AND_WALLETS.includes(method)) return 4
  const rank = marketRank(market, terms)
  if (rank === 2) return 3
  return BANK_METHODS.some((bank) => bank === method) ? 2 : rank
}
