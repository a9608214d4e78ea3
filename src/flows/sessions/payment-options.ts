import { accountCapabilities } from '#domain/capabilities.ts'
import type { Brand } from '#domain/card.ts'
import { requiresCvv } from '#domain/eligibility.ts'
import { isMonthOver } from '#domain/expiry.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Session } from '#domain/session.ts'
import { listPaymentMethods, type StoredPaymentMethod } from '#store/customers/payment-methods.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import { readClockAhead } from '#store/merchants/test-clock.ts'
import type { Gateway } from '../gateway.ts'
import { openStoredCard } from '../stored-cards/card-at-rest.ts'
import { readSessionTerms, type SessionTerms } from './agreement-of-session.ts'
import { availableMethods } from './available-methods.ts'
import { offeredMethods } from './offered-methods.ts'

/** A customer with more saved cards is offered the latest. */
const MOST_SAVED_CARDS = 20

export interface SavedCardOption {
  readonly paymentMethodId: string
  readonly masked: string
  readonly brand: Brand | null
  /** Equal for equal card numbers of one merchant. */
  readonly hash: string
  /** 1 to 12. */
  readonly expirationMonth: number
  readonly expirationYear: number
  /** True if its month is over everywhere; an issuer may still accept it after a replacement. */
  readonly isExpired: boolean
}

/** Data of a session that its page shows, limited to the shopper's needs. */
export interface PaymentOptions {
  readonly merchantName: string
  readonly timeZone: string
  /** As requests name them; `saved_card` only if there is one. */
  readonly methods: readonly string[]
  /** Methods on the hosted page, likeliest first. */
  readonly offered: readonly string[]
  /** Card networks that the terminal accepts; null for all. */
  readonly networks: readonly Brand[] | null
  readonly savedCards: readonly SavedCardOption[]
  /** True if the provider requires the security code of a saved card. */
  readonly cvcRequired: boolean
  /** Terms that the shopper agrees to by paying; null without an agreement. */
  readonly terms: SessionTerms | null
}

/** Payment options of a session (docs/reference/sessions.md#what-may-be-paid-with). */
export async function readPaymentOptions(gateway: Gateway, session: Session): Promise<PaymentOptions> {
  const config = await findTerminalConfig(gateway.sql, session.merchantId, session.terminalId)
  if (!config) throw new Error(`Merchant ${session.merchantId} is gone.`)
  const offered = availableMethods(gateway, config, session)
  const accounts = 'methods' in offered ? offered.methods : new Map<string, readonly ProviderAccount[]>()
  const [cardAccount] = accounts.get('saved_card') ?? []
  const savedCards = cardAccount ? await savedCardsOf(gateway, session) : []
  const payable = new Map([...accounts].filter(([method]) => method !== 'saved_card' || savedCards.length > 0))
  return {
    merchantName: config.merchant.name,
    timeZone: config.merchant.timeZone,
    methods: [...payable.keys()],
    offered: offeredMethods(gateway, config, session, payable),
    networks: networksOf(gateway, accounts.get('card') ?? []),
    savedCards,
    cvcRequired: cardAccount !== undefined && requiresCvv(cardAccount),
    terms: await readSessionTerms(gateway, session),
  }
}

/** Networks that any of the accounts accepts; null for all. */
function networksOf({ providers }: Gateway, accounts: readonly ProviderAccount[]): readonly Brand[] | null {
  const accepted = accounts.map((account) => accountCapabilities(providers, account, 'card')!.brands)
  return accepted.includes(null) ? null : [...new Set(accepted.flatMap((brands) => brands ?? []))]
}

/** The customer's own cards, and those the merchant offers with this session; expired ones come last. */
async function savedCardsOf(gateway: Gateway, session: Session): Promise<SavedCardOption[]> {
  const { merchantId, customer, paymentMethodIds } = session
  const [own, offered, secondsAhead] = await Promise.all([
    customer.id === null
      ? []
      : listPaymentMethods(gateway.sql, merchantId, { customerId: customer.id }, MOST_SAVED_CARDS),
    Promise.all(paymentMethodIds.map((token) => gateway.findPaymentMethod(merchantId, token))),
    readClockAhead(gateway.sql, merchantId),
  ])
  const byToken = new Map([...own, ...offered].flatMap((card) => (card ? [[card.token, card] as const] : [])))
  // Cards expire by the merchant's test clock, as they do when they pay.
  const today = new Date(gateway.clock.now().getTime() + secondsAhead * 1000)
  const cards = [...byToken.values()].flatMap((card) => maskedCardOf(gateway, card, today))
  return [...cards.filter(({ isExpired }) => !isExpired), ...cards.filter(({ isExpired }) => isExpired)]
}

/** Omits a card that can no longer be decrypted. */
function maskedCardOf(gateway: Gateway, stored: StoredPaymentMethod, today: Date): SavedCardOption[] {
  const card = openStoredCard(gateway, stored)
  if (!card) return []
  const { expirationMonth, expirationYear } = card
  const { token, masked, brand, hash } = stored
  const isExpired = isMonthOver(expirationMonth, expirationYear, today)
  return [{ paymentMethodId: token, masked, brand, hash, expirationMonth, expirationYear, isExpired }]
}
