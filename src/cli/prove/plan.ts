import { readFileSync } from 'node:fs'
import { accountCapabilities, type MethodCapabilities } from '#domain/capabilities.ts'
import { invalidCardFields } from '#domain/card-rules.ts'
import { minorUnits } from '#domain/currency.ts'
import type { Customer } from '#domain/customer.ts'
import { NO_CUSTOMER } from '#domain/customer.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Money } from '#domain/money.ts'
import { Secret } from '#domain/secret.ts'
import type { OriginalType } from '#domain/transaction-type.ts'
import type { Gateway } from '#flows/gateway.ts'
import { Failure, type Input } from '../command.ts'
import { parseObject } from '../kinds.ts'
import { amountOf } from '../typed-amount.ts'

/** Charges of the proof. */
export interface Plan {
  readonly method: string
  readonly capabilities: MethodCapabilities
  readonly operation: OriginalType
  readonly money: Money
  readonly instrument: Instrument
  readonly customer: Customer
}

/** Methods that need an earlier payment or a wallet's token. */
const NEED_MORE = ['saved_card', 'network-token', 'agreement', 'walleta-pay', 'walletb-pay']
const CHARGES = ['PURCHASE', 'PAYMENT', 'AUTHORIZE'] as const

/** @throws Failure that says what to add */
export function planOf(gateway: Gateway, account: ProviderAccount, input: Input): Plan {
  const isLive = gateway.settings.realm === 'production'
  if (isLive && (input.amount === undefined || input.yes !== true))
    throw new Failure('In production this charges real money: add --amount <amount> and --yes. It is refunded.')
  const method = String(input.method ?? defaultMethod(gateway, account))
  const capabilities = accountCapabilities(gateway.providers, account, method)
  const operation = CHARGES.find((type) => capabilities?.operations.includes(type))
  if (!capabilities || !operation || NEED_MORE.includes(method))
    throw new Failure(`${account.provider} charges nothing by ${method}; use another --method, such as card.`)
  const currency = String(input.currency ?? capabilities.currencies?.[0] ?? 'EUR')
  const typed = input.amount ?? (minorUnits(currency) === 0 ? '10' : '10.00')
  return {
    ...{ method, capabilities, operation, money: { amount: amountOf(typed, currency), currency } },
    customer: {
      ...NO_CUSTOMER,
      ...{ firstName: 'Test', lastName: 'Shopper', email: 'test@example.com', phone: '9999999999' },
      country: capabilities.countries?.[0] ?? null,
    },
    instrument:
      method === 'card'
        ? cardOf(gateway, account, input, isLive)
        : { kind: 'redirect', method, payer: { email: 'test@example.com', firstName: 'Test', lastName: 'Shopper' } },
  }
}

function defaultMethod({ providers }: Gateway, { provider }: ProviderAccount): string {
  const names = Object.keys(providers.get(provider)?.capabilities ?? {})
  return names.includes('card') ? 'card' : (names[0] ?? 'card')
}

interface WrittenCard {
  readonly number?: unknown
  readonly expiration_month?: unknown
  readonly expiration_year?: unknown
  readonly cvv?: unknown
}

/** Test card that most test environments approve. */
const TEST_CARD = { number: '4111111111111111', expiration_month: 12, cvv: '737' }
/** Adyen approves its test cards with this expiry only. */
const EXPIRIES: Readonly<Record<string, WrittenCard>> = { adyen: { expiration_month: 3, expiration_year: 2030 } }

function cardOf(
  { vault, clock }: Gateway,
  account: ProviderAccount,
  { card_file }: Input,
  isLive: boolean,
): Instrument {
  if (card_file === undefined && isLive) throw new Failure('In production a real card is charged: add --card-file.')
  const test = { ...TEST_CARD, expiration_year: clock.now().getFullYear() + 2, ...EXPIRIES[account.provider] }
  const card: WrittenCard = card_file === undefined ? test : readCard(String(card_file))
  const [number, month, year, cvv] = [card.number, card.expiration_month, card.expiration_year, card.cvv].map(String)
  const text = { number: number!, expirationMonth: month!, expirationYear: year!, cvv: cvv! }
  const invalid = invalidCardFields(text, clock.now())
  // The file is secret, so it is not quoted.
  if (invalid.length > 0) throw new Failure(`The card's ${invalid.join(', ')} cannot be used; correct the file.`)
  const secret = new Secret(number!)
  return {
    ...{ kind: 'card', cryptogram: null },
    card: {
      ...{ number: secret, cvv: new Secret(cvv!), expirationMonth: Number(month), expirationYear: Number(year) },
      maskedCard: vault.maskedCardOf(account.merchantId, secret),
    },
  }
}

function readCard(path: string): WrittenCard {
  const shape = '{"number":"…","expiration_month":12,"expiration_year":2030,"cvv":"…"}'
  try {
    const card = parseObject(readFileSync(path === '-' ? process.stdin.fd : path, 'utf8'))
    if (card) return card
  } catch {
    // Reported below.
  }
  throw new Failure(`${path} must contain a card as JSON: ${shape}.`)
}
