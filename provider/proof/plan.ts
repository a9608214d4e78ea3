import { accountCapabilities, type MethodCapabilities } from '../../src/domain/capabilities.ts'
import { invalidCardFields } from '../../src/domain/card-rules.ts'
import { minorUnits } from '../../src/domain/currency.ts'
import { NO_CUSTOMER } from '../../src/domain/customer.ts'
import { readClearAmount } from '../../src/domain/entered-amount.ts'
import type { CardInstrument } from '../../src/domain/instrument.ts'
import type { ProviderAccount } from '../../src/domain/merchant.ts'
import type { Charge, Provider } from '../../src/providers/port/provider.ts'
import { CARD_NUMBER, CVV, cardOf } from '../contract/test-charges.ts'

/** Charges of a proof. */
export interface Plan {
  readonly method: string
  readonly capabilities: MethodCapabilities
  readonly terms: Pick<Charge, 'transactionType' | 'money' | 'instrument' | 'customer'>
}

/** Options of a proof, as entered. */
export interface PlanOptions {
  readonly method?: string | undefined
  readonly currency?: string
  /** In major units. */
  readonly amount?: string
  /** `number`, `expiration_month`, `expiration_year` and `cvv` of a file, instead of the test card. */
  readonly card?: Readonly<Record<string, unknown>>
}

/** Reason why a proof cannot continue. Safe to print. */
export class Unprovable extends Error {
  override name = 'Unprovable'
}

/** Methods that need an earlier payment or a wallet's token. */
const NEED_MORE = ['saved_card', 'network-token', 'agreement', 'walleta-pay', 'walletb-pay']
const CHARGES = ['PURCHASE', 'PAYMENT', 'AUTHORIZE'] as const
const PAYER = { email: 'test@example.com', firstName: 'Test', lastName: 'Shopper' }

/** @throws Unprovable that says what to add or change */
export function planOf(provider: Provider, account: ProviderAccount, options: PlanOptions): Plan {
  const methods = Object.keys(provider.capabilities)
  const method = options.method ?? methods.find((name) => name === 'card') ?? methods[0] ?? 'card'
  const capabilities = accountCapabilities(new Map([[provider.name, provider]]), account, method)
  const transactionType = CHARGES.find((type) => capabilities?.operations.includes(type))
  if (!capabilities || !transactionType || NEED_MORE.includes(method))
    throw new Unprovable(`${provider.name} charges nothing by ${method}; use another --method, such as card.`)
  const instrument =
    method === 'card' ? cardFor(provider, options.card) : { kind: 'redirect' as const, method, payer: PAYER }
  const customer = { ...NO_CUSTOMER, ...PAYER, phone: '9999999999', country: capabilities.countries?.[0] ?? null }
  const money = moneyOf(options, options.currency ?? capabilities.currencies?.[0] ?? 'EUR')
  return { method, capabilities, terms: { transactionType, money, instrument, customer } }
}

function moneyOf({ amount: typed }: PlanOptions, currency: string): Charge['money'] {
  const digits = minorUnits(currency)
  if (digits === undefined) throw new Unprovable(`${currency} is not an ISO 4217 currency; use a code such as EUR.`)
  const amount = readClearAmount(typed ?? (digits === 0 ? '10' : '10.00'), currency)
  if (typeof amount === 'string') throw new Unprovable(amount)
  return { amount, currency }
}

/** Test card that most test environments approve. */
const TEST_CARD = { number: CARD_NUMBER, expiration_month: 12, cvv: CVV }
/** Adyen approves its test cards with this expiry only. */
const EXPIRIES: Readonly<Record<string, object>> = { adyen: { expiration_month: 3, expiration_year: 2030 } }

function cardFor({ name }: Provider, written: PlanOptions['card']): CardInstrument {
  const today = new Date()
  const card = written ?? { ...TEST_CARD, expiration_year: today.getFullYear() + 2, ...EXPIRIES[name] }
  const [number, month, year, cvv] = [card.number, card.expiration_month, card.expiration_year, card.cvv].map(
    String,
  ) as [string, string, string, string]
  const invalid = invalidCardFields({ number, expirationMonth: month, expirationYear: year, cvv }, today)
  // The file is secret, so it is not quoted.
  if (invalid.length > 0) throw new Unprovable(`The card's ${invalid.join(', ')} cannot be used; correct the file.`)
  return { kind: 'card', card: cardOf(number, Number(month), Number(year), cvv), cryptogram: null }
}
