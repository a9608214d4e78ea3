import { accountCapabilities, type MethodCapabilities, type ProviderCapabilities } from './capabilities.ts'
import type { MaskedCard } from './card.ts'
import type { Customer } from './customer.ts'
import { type Instrument, needsAuthentication } from './instrument.ts'
import type { Merchant, ProviderAccount, TerminalConfig } from './merchant.ts'
import { isConvertible, normalizeAmount } from './normalized-amount.ts'
import type { ProcessingCode } from './processing-code.ts'
import type { Terminal } from './terminal.ts'
import { type OriginalType, TRANSACTION_TYPES } from './transaction-type.ts'

/** Reason to refuse a transaction with a record: a code, a field and an instruction. */
export interface Refusal {
  readonly code: ProcessingCode
  readonly property: string
  readonly message: string
  /** Limit or state that causes the refusal. */
  readonly params?: readonly string[]
}

/** Payment before its payment method is resolved. */
export interface PaymentTerms {
  readonly transactionType: OriginalType
  readonly paymentMethod: string
  readonly amount: bigint
  readonly currency: string
}

export interface ResolvedPayment extends PaymentTerms {
  readonly instrument: Instrument
  readonly customer: Customer
}

/** Part of a payment by which accounts differ. */
export interface PayableTerms extends PaymentTerms {
  readonly instrument:
    | { readonly kind: Exclude<Instrument['kind'], 'card'> }
    | {
        readonly kind: 'card'
        readonly card: { readonly maskedCard: Pick<MaskedCard, 'brand'>; readonly cvv: unknown }
      }
  readonly customer: Customer
}

export interface Abilities {
  readonly providers: ReadonlyMap<string, ProviderCapabilities>
  /** Null if cards cannot be authenticated. */
  readonly threeDs: { readonly needsRequestor: boolean } | null
}

export type EligibleAccounts = readonly [ProviderAccount, ...ProviderAccount[]]

export type Eligibility = { readonly refusal: Refusal } | { readonly accounts: EligibleAccounts }

/** Accounts in routing order, or the first refusal by precedence (docs/reference/authorize.md#what-a-terminal-accepts). */
export function eligibleAccounts(abilities: Abilities, config: TerminalConfig, payment: PaymentTerms): Eligibility {
  const refused = merchantRefusal(config) ?? terminalRefusal(config.terminal!, payment)
  if (refused) return { refusal: refused }
  const [first, ...others] = supportingAccounts(abilities, config, payment)
  if (!first) {
    const message = `The terminal has no active account with a provider for ${payment.paymentMethod}.`
    return { refusal: refuse('2015', 'terminal_id', message) }
  }
  const isCard = CARDS.includes(payment.paymentMethod)
  const refusal =
    amountRefusal(config.merchant, payment) ?? (isCard ? authenticationRefusal(abilities, config) : undefined)
  return refusal ? { refusal } : { accounts: [first, ...others] }
}

/** Methods that always need authentication; tokens are known only when resolved. */
const CARDS: readonly string[] = ['card', 'saved_card']

/** Narrows eligible accounts by instrument and customer. Empty if each requires a saved card's missing security code. */
export function chargeableAccounts(
  abilities: Abilities,
  config: TerminalConfig,
  accounts: EligibleAccounts,
  payment: ResolvedPayment,
):
  | { readonly refusal: Refusal }
  | { readonly accounts: readonly ProviderAccount[]; readonly normalizedAmount: bigint } {
  const unable = needsAuthentication(payment.instrument) ? authenticationRefusal(abilities, config) : undefined
  if (unable) return { refusal: unable }
  const accepting = accounts.filter((account) => accepts(abilities, account, payment))
  if (accepting.length === 0) return { refusal: noAccountRefusal(abilities, accounts[0], payment) }
  const normalizedAmount = normalizeAmount(config.merchant, payment)
  if (normalizedAmount === undefined) return { refusal: TOO_LARGE }
  return { accounts: accepting.filter((account) => !lacksCvv(account, payment)), normalizedAmount }
}

export function retryAccounts(
  abilities: Abilities,
  config: TerminalConfig,
  payment: ResolvedPayment,
): readonly ProviderAccount[] {
  return terminalAccounts(config).filter((account) => !inabilityOf(abilities, account, payment))
}

export function requiresCvv({ settings }: ProviderAccount): boolean {
  return settings.require_cvv === true
}

function lacksCvv(account: ProviderAccount, { paymentMethod, instrument }: PayableTerms): boolean {
  const isWithoutCvv = paymentMethod === 'saved_card' && instrument.kind === 'card' && instrument.card.cvv === null
  return isWithoutCvv && requiresCvv(account)
}

function supportingAccounts(abilities: Abilities, config: TerminalConfig, payment: PaymentTerms) {
  return terminalAccounts(config).filter((account) => !unsupportedTerm(abilities, account, payment))
}

/** Active accounts of a terminal in its routing order, including those that cannot be called. */
export function terminalAccounts({ terminal, providerAccounts }: TerminalConfig): readonly ProviderAccount[] {
  return inRoutingOrder(terminal?.providerAccounts ?? [], providerAccounts)
}

/** Part of a payment that an account cannot take (docs/reference/routing-rules.md#reasons). */
export type Inability = 'method' | 'type' | 'currency' | 'country' | 'brand' | 'customer' | 'cvv'

/** First part of a payment that an account cannot take; undefined if it accepts all. */
export function inabilityOf(
  abilities: Abilities,
  account: ProviderAccount,
  payment: PayableTerms,
): Inability | undefined {
  const missing = unsupportedTerm(abilities, account, payment) ?? unacceptedPart(abilities, account, payment)
  return missing ?? (lacksCvv(account, payment) ? 'cvv' : undefined)
}

function unsupportedTerm(
  { providers }: Abilities,
  account: ProviderAccount,
  { transactionType, paymentMethod, currency }: PaymentTerms,
): Inability | undefined {
  const method = accountCapabilities(providers, account, paymentMethod)
  if (!method) return 'method'
  if (!method.operations.includes(transactionType)) return 'type'
  return method.currencies?.includes(currency) === false ? 'currency' : undefined
}

/** Sorts accounts, oldest first, by routing order; unlisted providers keep all (docs/reference/admin.md#routing). */
export function inRoutingOrder(
  order: readonly string[],
  accounts: readonly ProviderAccount[],
): readonly ProviderAccount[] {
  const listed = order.flatMap((id) => accounts.filter((account) => account.providerAccountId === id))
  const unlisted = accounts.filter((account) => !listed.some((other) => other.provider === account.provider))
  return [...listed, ...unlisted]
}

function accepts(abilities: Abilities, account: ProviderAccount, payment: PayableTerms): boolean {
  return unacceptedPart(abilities, account, payment) === undefined
}

function unacceptedPart(
  { providers }: Abilities,
  account: ProviderAccount,
  { paymentMethod, instrument, customer }: PayableTerms,
): Inability | undefined {
  const { countries, brands, requires } = accountCapabilities(providers, account, paymentMethod)!
  const isAtHome = countries === null || customer.country === null || countries.includes(customer.country)
  if (!isAtHome) return 'country'
  if (!acceptsBrand(brands, instrument)) return 'brand'
  return requires.every((field) => customer[field] !== null) ? undefined : 'customer'
}

function acceptsBrand(brands: MethodCapabilities['brands'], instrument: PayableTerms['instrument']): boolean {
  if (brands === null || instrument.kind !== 'card') return true
  const { brand } = instrument.card.maskedCard
  return brand !== null && brands.includes(brand)
}

/** Refuses inactive merchants and unknown terminals, also for follow-ups (docs/reference/follow-ups.md#what-is-refused). */
export function merchantRefusal({ merchant, terminal }: TerminalConfig): Refusal | undefined {
  if (merchant.status !== 'ACTIVE') return refuse('2017', 'merchant_id', 'The merchant is inactive; ask the operator.')
  if (terminal) return undefined
  return refuse('2013', 'terminal_id', 'No such terminal; use the ID of one of your terminals.')
}

function terminalRefusal(terminal: Terminal, { transactionType, paymentMethod, currency }: PaymentTerms) {
  if (terminal.status !== 'ACTIVE') {
    return refuse('2014', 'terminal_id', 'The terminal is inactive; activate it or use another.')
  }
  if (!terminal.acceptsPayments) return refuse('2015', 'terminal_id', 'The terminal is not accepting payments.')
  const { type, method } = TRANSACTION_TYPES[transactionType].fields
  if (terminal.transactionTypes?.includes(transactionType) === false) return notEnabled(type, transactionType)
  if (terminal.paymentMethods?.includes(paymentMethod) === false) return notEnabled(method, paymentMethod)
  if (terminal.currencies?.includes(currency) === false) return notEnabled('currency', currency)
  return undefined
}

function notEnabled(property: string, value: string): Refusal {
  return refuse('2015', property, `The terminal does not accept ${value}; enable it on the terminal.`)
}

function amountRefusal(merchant: Merchant, payment: PaymentTerms): Refusal | undefined {
  if (!isConvertible(merchant, payment.currency)) {
    const { settlementCurrency } = merchant
    const message = `There is no exchange rate from ${payment.currency} to ${settlementCurrency}; ask the operator.`
    return refuse('2015', 'currency', message)
  }
  return normalizeAmount(merchant, payment) === 0n ? WORTH_NOTHING : undefined
}

/** Positive amount with a `normalized_amount` of 0: it would be charged and never settled. */
const WORTH_NOTHING = refuse(
  '2015',
  'amount',
  'The amount rounds to zero in the settlement currency; send a larger one.',
)
const TOO_LARGE = refuse('2000', 'amount', 'The amount is too large for the settlement currency; split the order.')

function authenticationRefusal({ threeDs }: Abilities, { terminal }: TerminalConfig): Refusal | undefined {
  if (!threeDs) return refuse('2015', 'terminal_id', 'The gateway has no 3-D Secure server; ask the operator.')
  if (!threeDs.needsRequestor || terminal?.threeDs) return undefined
  const message = 'The terminal has no 3-D Secure settings; ask the operator to set three_ds.'
  return refuse('2015', 'terminal_id', message)
}

/** Names the missing customer fields of the first account; otherwise, no account accepts the method. */
function noAccountRefusal({ providers }: Abilities, first: ProviderAccount, payment: ResolvedPayment): Refusal {
  const { requires } = accountCapabilities(providers, first, payment.paymentMethod)!
  const missing = requires.find((field) => payment.customer[field] === null)
  if (!missing) {
    const message = 'No provider account of the terminal takes this card or this customer’s country; use another.'
    return refuse('2015', 'payment_method.type', message)
  }
  const field = missing.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return refuse('2000', `customer.${field}`, `Add the customer's ${field}; the provider requires it.`)
}

function refuse(code: ProcessingCode, property: string, message: string): Refusal {
  return { code, property, message }
}
