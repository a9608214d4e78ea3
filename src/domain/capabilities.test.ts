import { describe, expect, test } from 'vitest'
import { acceptsCustomerAndBrand, type MethodCapabilities, supportsPayment } from './capabilities.ts'
import type { Customer } from './customer.ts'

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

const PURCHASE = { transactionType: 'PURCHASE', currency: 'EUR' } as const

describe('A method is carried', () => {
  test.each<[boolean, string, Partial<MethodCapabilities>]>([
    [true, 'in every currency where none is named', {}],
    [true, 'in a currency of the list', { currencies: ['EUR', 'USD'] }],
    [false, 'in a currency that is not on the list', { currencies: ['INR'] }],
    [false, 'for an operation that is not on the list', { operations: ['AUTHORIZE'] }],
  ])('%s: %s', (is, _, changes) => expect(supportsPayment({ ...EVERYTHING, ...changes }, PURCHASE)).toBe(is))

  test('not by a provider without capabilities', () => expect(supportsPayment(undefined, PURCHASE)).toBe(false))
})

describe('A customer with a card is suited', () => {
  test.each<[boolean, string, Partial<MethodCapabilities>, 'visa' | null | undefined, Partial<Customer>]>([
    [true, 'everywhere where no country is named', {}, 'visa', {}],
    [true, 'at home', { countries: ['RO'] }, 'visa', {}],
    [true, 'where nobody knows the country', { countries: ['IN'] }, 'visa', { country: null }],
    [false, 'elsewhere', { countries: ['IN'] }, 'visa', {}],
    [true, 'with a network of the list', { brands: ['visa'] }, 'visa', {}],
    [false, 'with another network', { brands: ['amex'] }, 'visa', {}],
    [false, 'with an unknown network where networks are named', { brands: ['visa'] }, null, {}],
    [true, 'with no card at all', { brands: ['visa'] }, undefined, {}],
    [true, 'with everything that is needed', { requires: ['email'] }, 'visa', {}],
    [false, 'without what is needed', { requires: ['email', 'phone'] }, 'visa', {}],
  ])('%s: %s', (is, _, changes, brand, customer) => {
    expect(acceptsCustomerAndBrand({ ...EVERYTHING, ...changes }, { ...ANA, ...customer }, brand)).toBe(is)
  })
})
