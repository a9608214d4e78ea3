import { describe, expect, it, test } from 'vitest'
import type { MethodCapabilities } from './capabilities.ts'
import type { Customer } from './customer.ts'
import {
  type Abilities,
  chargeableAccounts,
  eligibleAccounts,
  type PaymentTerms,
  type ResolvedPayment,
  retryAccounts,
} from './eligibility.ts'
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
  exemptions: [],
  cardTestingLimit: null,
  receipts: 'off',
  threeDs: null,
}

const TERMS: PaymentTerms = {
  transactionType: 'PURCHASE',
  paymentMethod: 'card',
  amount: 1n,
  currency: 'EUR',
}

const EVERYTHING: MethodCapabilities = {
  operations: ['AUTHORIZE', 'PURCHASE', 'CAPTURE', 'REFUND', 'VOID'],
  captures: 'multiple',
  voidsRest: true,
  partialRefunds: true,
  currencies: null,
  countries: null,
  brands: null,
  threeDs: 'gateway',
  requires: [],
  barsLateCharges: true,
}

/** Cards with the providers of these names; one that is not named supports no method. */
const cardsWith = (names: readonly string[], changes: Partial<MethodCapabilities> = {}): Abilities => {
  const card = { ...EVERYTHING, ...changes }
  const other = { capabilities: {} }
  const able = names.map((name) => [name, { capabilities: { card, saved_card: card } }] as const)
  return { providers: new Map([['cards', other], ['bank', other], ...able]), threeDs: { needsRequestor: false } }
}

const CARDS = cardsWith(['cards'])

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

function refusalOf(given: Given, terms = TERMS, abilities = CARDS) {
  const eligible = eligibleAccounts(abilities, config(given), terms)
  return 'refusal' in eligible ? eligible.refusal : undefined
}

const WORTH_HALF = { settlementCurrency: 'RON', exchangeRates: { EUR: '0.49' } }
const WORTH_TOO_MUCH = { settlementCurrency: 'RON', exchangeRates: { EUR: '4.9' } }
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
  expect(eligibleAccounts(CARDS, config({}), TERMS)).toEqual({ accounts: [ACCOUNTS[0], ACCOUNTS[1]] })
})

const idsOf = (answer: { refusal: unknown } | { accounts: readonly ProviderAccount[] }) =>
  'accounts' in answer ? answer.accounts.map(({ providerAccountId }) => providerAccountId) : undefined

describe('routing', () => {
  const route = (providerAccounts: readonly string[] | null, providers: readonly string[]) =>
    idsOf(eligibleAccounts(cardsWith(providers), config({ terminal: { providerAccounts } }), TERMS))

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

describe('3-D Secure', () => {
  const without: Abilities = { ...CARDS, threeDs: null }
  const hosted: Abilities = { ...CARDS, threeDs: { needsRequestor: true } }
  const requestor = {} as Terminal['threeDs']

  it.each<[string, Abilities, Partial<Terminal>, RegExp | undefined]>([
    ['no server', without, { threeDs: requestor }, /no 3-D Secure server/],
    ['a server that needs settings of the terminal', hosted, {}, /set three_ds/],
    ['settings', hosted, { threeDs: requestor }, undefined],
    ['a server that needs none', CARDS, {}, undefined],
  ])('%s: decides for cards', (_what, abilities, terminal, message) => {
    const refusal = refusalOf({ terminal }, TERMS, abilities)
    expect(refusal?.message).toEqual(message && expect.stringMatching(message))
    expect(refusal?.code).toBe(message && '2015')
  })

  it('comes after the amount', () => {
    expect(refusalOf({ settles: WORTH_HALF }, TERMS, without)?.property).toBe('amount')
  })
})

describe('a provider supports a method', () => {
  it.each<[boolean, string, Partial<MethodCapabilities>]>([
    [true, 'in every currency where none is named', {}],
    [true, 'in a currency of the list', { currencies: ['EUR', 'USD'] }],
    [false, 'in a currency that is not on the list', { currencies: ['INR'] }],
    [false, 'for an operation that is not on the list', { operations: ['AUTHORIZE'] }],
  ])('%s: %s', (is, _, changes) => {
    expect(refusalOf({}, TERMS, cardsWith(['cards'], changes))?.property).toBe(is ? undefined : 'terminal_id')
  })

  it('only with capabilities for it', () => expect(refusalOf({}, TERMS, cardsWith([]))?.code).toBe('2015'))
})

const ANA: Customer = {
  id: null,
  firstName: 'Ana',
  lastName: null,
  address: null,
  city: null,
  country: 'RO',
  postalCode: null,
  email: 'ana@example.com',
  phone: null,
}

const cardOf = (brand: 'visa' | null, cvv: string | null = null): ResolvedPayment['instrument'] =>
  ({ kind: 'card', card: { maskedCard: { brand }, cvv }, cryptogram: null }) as ResolvedPayment['instrument']

const REDIRECT: ResolvedPayment['instrument'] = { kind: 'redirect', method: 'card', payer: null }

const paid = (changes: Partial<ResolvedPayment> = {}): ResolvedPayment => ({
  ...TERMS,
  instrument: cardOf('visa'),
  customer: ANA,
  ...changes,
})

/** Of one account with these settings. */
function charge(abilities: Abilities, payment: ResolvedPayment, given: Given = {}, settings = {}) {
  const only = { ...account('card-1', 'cards'), settings }
  return chargeableAccounts(abilities, config(given), [only], payment)
}

describe('an account accepts a customer with a card', () => {
  it.each<[boolean, string, Partial<MethodCapabilities>, 'visa' | null | undefined, Partial<Customer>]>([
    [true, 'everywhere where no country is named', {}, 'visa', {}],
    [true, 'at home', { countries: ['RO'] }, 'visa', {}],
    [true, 'where the country is unknown', { countries: ['IN'] }, 'visa', { country: null }],
    [false, 'elsewhere', { countries: ['IN'] }, 'visa', {}],
    [true, 'with a network of the list', { brands: ['visa'] }, 'visa', {}],
    [false, 'with another network', { brands: ['amex'] }, 'visa', {}],
    [false, 'with an unknown network where networks are named', { brands: ['visa'] }, null, {}],
    [true, 'with no card at all', { brands: ['visa'] }, undefined, {}],
    [true, 'with everything that is needed', { requires: ['email'] }, 'visa', {}],
    [false, 'without what is needed', { requires: ['email', 'phone'] }, 'visa', {}],
  ])('%s: %s', (is, _, changes, brand, customer) => {
    const instrument = brand === undefined ? REDIRECT : cardOf(brand)
    const abilities = cardsWith(['cards'], changes)
    const payment = paid({ instrument, customer: { ...ANA, ...customer } })
    expect(idsOf(charge(abilities, payment))).toEqual(is ? ['card-1'] : undefined)
    expect(retryAccounts(abilities, config({ accounts: [ACCOUNTS[0]!] }), payment)).toHaveLength(is ? 1 : 0)
  })

  it.each<[string, Partial<MethodCapabilities>, Given, Abilities['threeDs'], unknown]>([
    ['the missing field', { requires: ['postalCode'] }, {}, CARDS.threeDs, ['2000', 'customer.postal_code']],
    ['the method', { countries: ['IN'] }, {}, CARDS.threeDs, ['2015', 'payment_method.type']],
    ['the terminal, before those', { countries: ['IN'] }, {}, null, ['2015', 'terminal_id']],
    ['the amount, after those', {}, { settles: WORTH_TOO_MUCH }, CARDS.threeDs, ['2000', 'amount']],
  ])('a refusal names %s', (_what, changes, given, threeDs, expected) => {
    const abilities = { ...cardsWith(['cards'], changes), threeDs }
    const answer = charge(abilities, paid({ amount: 2n ** 62n }), given)
    const { code, property } = 'refusal' in answer ? answer.refusal : { code: undefined, property: undefined }
    expect([code, property]).toEqual(expected)
  })
})

test.each<[number, string, ResolvedPayment['paymentMethod'], string | null, object]>([
  [0, 'a saved card without the code that the account requires', 'saved_card', null, { require_cvv: true }],
  [1, 'a saved card with it', 'saved_card', '123', { require_cvv: true }],
  [1, 'a saved card with an account that requires none', 'saved_card', null, {}],
  [1, 'a new card', 'card', null, { require_cvv: true }],
])('%i accounts can charge %s', (count, _what, paymentMethod, cvv, settings) => {
  const payment = paid({ paymentMethod, instrument: cardOf('visa', cvv) })
  expect(idsOf(charge(CARDS, payment, {}, settings))).toHaveLength(count)
})
