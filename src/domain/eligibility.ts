import type { ProviderAccount, TerminalConfig } from './merchant.ts'
import { isConvertible, normalizeAmount } from './normalized-amount.ts'
import type { ProcessingCode } from './processing-code.ts'
import type { Terminal } from './terminal.ts'
import type { OriginalType } from './transaction-type.ts'

/** Why a transaction is refused with a record: a code, a field and what to do about it. */
export interface Refusal {
  readonly code: ProcessingCode
  readonly property: string
  readonly message: string
}

/** Properties of a payment that a terminal must accept. */
export interface PaymentTerms {
  readonly transactionType: OriginalType
  readonly paymentMethod: string
  readonly amount: bigint
  readonly currency: string
  /** Names of the providers that could execute it. */
  readonly providers: readonly string[]
}

/** Decision of a terminal on a payment: a refusal, or the accounts that could carry it, in routing order. */
export type Eligibility = { readonly refusal: Refusal } | { readonly accounts: Accounts }

/** At least one: a payment that no account could carry is refused. */
type Accounts = readonly [ProviderAccount, ...ProviderAccount[]]

/**
 * May this terminal take this? Refusals in order of precedence (docs/reference/authorize.md#what-a-terminal-accepts):
 * merchant inactive, terminal unknown, terminal inactive, terminal does not accept this payment.
 */
export function checkEligibility(config: TerminalConfig, terms: PaymentTerms): Eligibility {
  const refused = merchantRefusal(config) ?? terminalRefusal(config.terminal!, terms)
  if (refused) return { refusal: refused }
  const { paymentMethod, currency, providers } = terms
  const [first, ...others] = accountsInRoutingOrder(config, providers)
  if (!first) {
    const message = `The terminal has no active account with a provider for ${paymentMethod}.`
    return { refusal: refusal('2015', 'terminal_id', message) }
  }
  if (!isConvertible(config.merchant, currency)) {
    const { settlementCurrency } = config.merchant
    const message = `There is no exchange rate from ${currency} to ${settlementCurrency}; ask the operator.`
    return { refusal: refusal('2015', 'currency', message) }
  }
  return normalizeAmount(config.merchant, terms) === 0n ? { refusal: WORTH_NOTHING } : { accounts: [first, ...others] }
}

/** A positive amount whose `normalized_amount` would be 0: it would be charged and never settled. */
const WORTH_NOTHING = refusal(
  '2015',
  'amount',
  'The amount rounds to zero in the settlement currency; send a larger one.',
)

/**
 * The merchant has to be active and the terminal to exist. No more is asked of a follow-up, whose terminal may be
 * inactive by then (docs/reference/follow-ups.md#what-is-refused).
 */
export function merchantRefusal({ merchant, terminal }: TerminalConfig): Refusal | undefined {
  if (merchant.status !== 'ACTIVE') {
    return refusal('2017', 'merchant_id', 'The merchant is inactive; ask the operator.')
  }
  if (terminal) return undefined
  return refusal('2013', 'terminal_id', 'No such terminal; use the ID of one of your terminals.')
}

function terminalRefusal(terminal: Terminal, { transactionType, paymentMethod, currency }: PaymentTerms) {
  if (terminal.status !== 'ACTIVE') {
    return refusal('2014', 'terminal_id', 'The terminal is inactive; activate it or use another.')
  }
  if (!terminal.acceptsPayments) return refusal('2015', 'terminal_id', 'The terminal is not accepting payments.')
  const { type, method } = FIELDS[transactionType]
  if (terminal.transactionTypes?.includes(transactionType) === false) return notEnabled(type, transactionType)
  if (terminal.paymentMethods?.includes(paymentMethod) === false) return notEnabled(method, paymentMethod)
  if (terminal.currencies?.includes(currency) === false) return notEnabled('currency', currency)
  return undefined
}

function notEnabled(property: string, what: string): Refusal {
  return refusal('2015', property, `The terminal does not accept ${what}; enable it on the terminal.`)
}

function refusal(code: ProcessingCode, property: string, message: string): Refusal {
  return { code, property, message }
}

const AUTHORIZE_FIELDS = { type: 'transaction_type', method: 'payment_method.type' }

/** Property that an error names: a payment names only its method, and a payout nothing but the terminal. */
const FIELDS: Readonly<Record<OriginalType, { readonly type: string; readonly method: string }>> = {
  AUTHORIZE: AUTHORIZE_FIELDS,
  PURCHASE: AUTHORIZE_FIELDS,
  PAYMENT: { type: 'terminal_id', method: 'method' },
  PAYOUT: { type: 'terminal_id', method: 'terminal_id' },
}

/** Returns the accounts of these providers in the terminal's routing order. */
export function accountsInRoutingOrder(
  config: TerminalConfig,
  providers: readonly string[],
): readonly ProviderAccount[] {
  const able = config.providerAccounts.filter((account) => providers.includes(account.provider))
  return inRoutingOrder(config.terminal?.providerAccounts ?? [], able)
}

/**
 * Sorts a merchant's accounts, given oldest first, into a terminal's routing order. A provider of which the terminal lists
 * no account keeps all of them (docs/reference/admin.md#routing).
 */
export function inRoutingOrder(
  order: readonly string[],
  accounts: readonly ProviderAccount[],
): readonly ProviderAccount[] {
  const listed = order.flatMap((id) => accounts.filter((account) => account.providerAccountId === id))
  const unlisted = accounts.filter((account) => !listed.some((other) => other.provider === account.provider))
  return [...listed, ...unlisted]
}

/** Some accounts demand the security code of a saved card, which the shopper has to give again. */
export function demandsCvv({ settings }: ProviderAccount): boolean {
  return settings.require_cvv === true
}
