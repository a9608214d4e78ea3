import { describe, expect, it, test } from 'vitest'
import { accountsInRoutingOrder, checkEligibility, type PaymentTerms } from './eligibility.ts'
import type { Merchant, ProviderAccount, TerminalConfig } from './merchant.ts'
import type { Terminal } from './terminal.ts'

const account = (providerAccountId: string, provider: string): ProviderAccount =>
  ({
    providerAccountId,
    provider,
    merchantId: 'mer',
    name: provider,
    status: 'ACTIVE',
    settings: {},
  }) as ProviderAccount

const ACCOUNTS = [account('card-1', 'cards'), account('card-2', 'cards'), account('bank-1', 'bank')]

const TERMINAL: Terminal = {
  terminalId: 'ter',
  merchantId: 'mer',
  name: 'Shop',
  status: 'ACTIVE',
  acceptsPayments: true,
  currencies: null,
  transactionTypes: null,
  paymentMethods: null,
  providerAccounts: null,
  allowedOrigins: null,
  allowUnauthenticated: false,
  cardTestingLimit: null,
  threeDs: null,
}

const TERMS: PaymentTerms = {
  transactionType: 'PURCHASE',
  paymentMethod: 'card',
  amount: 1n,
  currency: 'EUR',
  providers: ['cards'],
}

interface Given {
  readonly merchant?: 'ACTIVE' | 'INACTIVE'
  readonly settles?: Pick<Merchant, 'settlementCurrency' | 'exchangeRates'>
  readonly terminal?: Partial<Terminal> | null
  readonly accounts?: readonly ProviderAccount[]
}

function config({ merchant = 'ACTIVE', settles, terminal = {}, accounts = ACCOUNTS }: Given): TerminalConfig {
  return {
    merchant: { status: merchant, ...settles },
    terminal: terminal && { ...TERMINAL, ...terminal },
    providerAccounts: accounts,
  } as unknown as TerminalConfig
}

function refusalOf(given: Given, terms = TERMS) {
  const acceptance = checkEligibility(config(given), terms)
  return 'refusal' in acceptance ? acceptance.refusal : undefined
}

const WORTH_HALF = { settlementCurrency: 'RON', exchangeRates: { EUR: '0.49' } }
const IN_LEI_ONLY = { settlementCurrency: 'RON', exchangeRates: { USD: '4.6' } }

describe('refusals in order of precedence', () => {
  it.each<[string, Given, string | undefined, string | undefined]>([
    ['nothing in the way', {}, undefined, undefined],
    [
      'lists that hold what is asked for',
      { terminal: { currencies: ['EUR'], transactionTypes: ['PURCHASE'], paymentMethods: ['card'] } },
      undefined,
      undefined,
    ],
    ['an inactive merchant', { merchant: 'INACTIVE' }, '2017', 'merchant_id'],
    [
      'an inactive merchant, before an unknown terminal',
      { merchant: 'INACTIVE', terminal: null },
      '2017',
      'merchant_id',
    ],
    ['an unknown terminal', { terminal: null }, '2013', 'terminal_id'],
    ['an inactive terminal', { terminal: { status: 'INACTIVE' } }, '2014', 'terminal_id'],
    [
      'an inactive terminal, before one that accepts nothing',
      { terminal: { status: 'INACTIVE', acceptsPayments: false } },
      '2014',
      'terminal_id',
    ],
    ['a terminal that accepts no payments', { terminal: { acceptsPayments: false } }, '2015', 'terminal_id'],
    [
      'a transaction type that is not enabled',
      { terminal: { transactionTypes: ['AUTHORIZE'] } },
      '2015',
      'transaction_type',
    ],
    ['a method that is not enabled', { terminal: { paymentMethods: [] } }, '2015', 'payment_method.type'],
    ['a currency that is not enabled', { terminal: { currencies: ['RON'] } }, '2015', 'currency'],
    ['no account with an able provider', { accounts: [account('bank-1', 'bank')] }, '2015', 'terminal_id'],
    ['no rate to the settlement currency', { settles: IN_LEI_ONLY }, '2015', 'currency'],
    ['an amount that is nothing there', { settles: WORTH_HALF }, '2015', 'amount'],
    ['no account, before no rate', { settles: IN_LEI_ONLY, accounts: [] }, '2015', 'terminal_id'],
  ])('%s', (_what, given, code, property) => {
    const refusal = refusalOf(given)
    expect([refusal?.code, refusal?.property]).toEqual([code, property])
  })
})

describe('a refusal names a field of the request', () => {
  const MONEY_OUT = { ...TERMS, transactionType: 'PAYOUT', paymentMethod: 'PAYOUT' } as const
  const BY_BANK = { ...TERMS, transactionType: 'PAYMENT', paymentMethod: 'UPI' } as const

  it.each<[string, PaymentTerms, Partial<Terminal>, string]>([
    ['of a payment: its method', BY_BANK, { paymentMethods: ['card'] }, 'method'],
    ['of a payment: not its type, which it does not name', BY_BANK, { transactionTypes: [] }, 'terminal_id'],
    ['of a payout: neither', MONEY_OUT, { paymentMethods: ['card'] }, 'terminal_id'],
    ['of a payout: neither', MONEY_OUT, { transactionTypes: [] }, 'terminal_id'],
  ])('%s', (_what, terms, terminal, property) => {
    expect(refusalOf({ terminal }, terms)?.property).toBe(property)
  })
})

test('what is accepted comes with the accounts that could carry it', () => {
  expect(checkEligibility(config({}), TERMS)).toEqual({ accounts: [ACCOUNTS[0], ACCOUNTS[1]] })
})

describe('routing', () => {
  const route = (providerAccounts: readonly string[] | null, providers: readonly string[]) =>
    accountsInRoutingOrder(config({ terminal: { providerAccounts } }), providers).map(
      ({ providerAccountId }) => providerAccountId,
    )

  it.each<[string, readonly string[] | null, readonly string[], readonly string[]]>([
    ['no list: all the merchant’s, oldest first', null, ['cards'], ['card-1', 'card-2']],
    ['listed accounts in routing order', ['card-2', 'card-1'], ['cards'], ['card-2', 'card-1']],
    ['only the listed ones of a provider that is listed', ['card-2'], ['cards'], ['card-2']],
    ['all of a provider none of whose accounts is listed', ['card-2'], ['bank', 'cards'], ['card-2', 'bank-1']],
    ['nobody who cannot carry it out', ['bank-1'], ['cards'], ['card-1', 'card-2']],
    ['accounts that are gone are passed over', ['card-9', 'card-1'], ['cards'], ['card-1']],
  ])('%s', (_what, listed, providers, expected) => {
    expect(route(listed, providers)).toEqual(expected)
  })
})
