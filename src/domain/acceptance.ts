import type { ProviderAccount, TerminalConfig } from './merchant.ts'
import type { ProcessingCode } from './processing-code.ts'
import type { Terminal } from './terminal.ts'
import type { OriginalType } from './transaction-type.ts'

/** Why a transaction is refused with a record: a code, a field and what to do about it. */
export interface Refusal {
  readonly code: ProcessingCode
  readonly property: string
  readonly message: string
}

/** What a payment asks of a terminal. */
export interface PaymentTerms {
  readonly transactionType: OriginalType
  readonly paymentMethod: string
  readonly currency: string
  /** Names of the providers that could carry it out. */
  readonly providers: readonly string[]
}

/**
 * May this terminal take this? Refusals in order of precedence (docs/reference/authorize.md#what-a-terminal-accepts):
 * merchant inactive, terminal unknown, terminal inactive, terminal does not accept this payment.
 */
export function refusalOf(config: TerminalConfig, terms: PaymentTerms): Refusal | undefined {
  const { merchant, terminal } = config
  if (merchant.status !== 'ACTIVE') {
    return { code: '2017', property: 'merchant_id', message: 'The merchant is inactive; ask the operator.' }
  }
  if (!terminal) {
    return { code: '2013', property: 'terminal_id', message: 'No such terminal; use the id of one of your terminals.' }
  }
  if (terminal.status !== 'ACTIVE') {
    return { code: '2014', property: 'terminal_id', message: 'The terminal is inactive; activate it or use another.' }
  }
  return notAccepted(config, terminal, terms)
}

function notAccepted(config: TerminalConfig, terminal: Terminal, terms: PaymentTerms): Refusal | undefined {
  const refuse = (property: string, message: string): Refusal => ({ code: '2015', property, message })
  if (!terminal.acceptsPayments) return refuse('terminal_id', 'The terminal accepts no payments at present.')
  if (terminal.transactionTypes?.includes(terms.transactionType) === false) {
    return refuse(
      FIELDS[terms.transactionType].type,
      `The terminal does not take ${terms.transactionType}; enable it there.`,
    )
  }
  if (terminal.paymentMethods?.includes(terms.paymentMethod) === false) {
    return refuse(
      FIELDS[terms.transactionType].method,
      `The terminal does not take ${terms.paymentMethod}; enable it there.`,
    )
  }
  if (terminal.currencies?.includes(terms.currency) === false) {
    return refuse('currency', `The terminal does not take ${terms.currency}; enable it there.`)
  }
  if (accountsFor(config, terms.providers).length === 0) {
    return refuse('terminal_id', `The terminal has no active account with a provider for ${terms.paymentMethod}.`)
  }
  return undefined
}

const AUTHORIZE_FIELDS = { type: 'transaction_type', method: 'payment_method.type' }

/** Where requests say what is refused: a payment names only its method, and a payout nothing but the terminal. */
const FIELDS: Readonly<Record<OriginalType, { readonly type: string; readonly method: string }>> = {
  AUTHORIZE: AUTHORIZE_FIELDS,
  PURCHASE: AUTHORIZE_FIELDS,
  PAYMENT: { type: 'terminal_id', method: 'method' },
  PAYOUT: { type: 'terminal_id', method: 'terminal_id' },
}

/**
 * The accounts that could carry such terms, in routing order. A provider none of whose accounts the terminal lists
 * takes all the merchant's, oldest first (docs/reference/admin.md#routing).
 */
export function accountsFor(config: TerminalConfig, providers: readonly string[]): readonly ProviderAccount[] {
  const able = config.providerAccounts.filter((account) => providers.includes(account.provider))
  const routing = config.terminal?.providerAccounts ?? []
  const listed = routing.flatMap((id) => able.filter((account) => account.providerAccountId === id))
  const unlisted = able.filter((account) => !listed.some((other) => other.provider === account.provider))
  return [...listed, ...unlisted]
}
