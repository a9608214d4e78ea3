import { expect, test } from 'vitest'
import type { Session, SessionState } from '#domain/session.ts'
import type { SavedCardOption } from '#flows/sessions/payment-options.ts'
import { paymentPage } from './payment-page.ts'

const CUSTOMER = { firstName: null, lastName: null, email: null, country: null }
const SESSION = {
  sessionId: 'ses_1',
  amount: 1250n,
  currency: 'EUR',
  customer: CUSTOMER,
  country: 'SE',
  saveCard: 'no',
}

const card = (paymentMethodId: string, changes: Partial<SavedCardOption> = {}): SavedCardOption => ({
  paymentMethodId,
  masked: '411111******1111',
  brand: 'visa',
  hash: 'one',
  expirationMonth: 11,
  expirationYear: 2030,
  isExpired: false,
  ...changes,
})

/** The hosted page of a customer with these cards. */
function pageWith(...savedCards: readonly SavedCardOption[]): string {
  const state = { session: SESSION as unknown as Session, payments: [], isExpired: false } as unknown as SessionState
  const offer = {
    merchantName: 'Larkspur',
    timeZone: 'UTC',
    methods: ['card', 'saved_card'],
    offered: ['card', 'saved_card'],
    networks: null,
    savedCards,
    cvcRequired: false,
    terms: null,
  }
  const appearance = { displayName: null, accentColor: null, logoDigest: null }
  return JSON.stringify(paymentPage({ state, offer, appearance, isTest: true, locale: 'en-US' })).replaceAll('\\"', '"')
}

const methodsOf = (page: string) => [...page.matchAll(/data-method="(\w+)"/g)].map(([, method]) => method)
const chosenOf = (page: string) => [...page.matchAll(/value="(\w+)"[^>]* checked/g)].map(([, value]) => value)

test('a card that was saved twice is offered once, and needs no choice', () => {
  const page = pageWith(card('tok_1'), card('tok_2'))
  expect(page.match(/data-masked/g)).toHaveLength(1)
  expect(page).toContain('name="savedCard" value="tok_1"')
})

test('a renewed card and the one before differ by their expiry', () => {
  const page = pageWith(card('tok_1'), card('tok_2', { expirationYear: 2031 }))
  expect(page).toContain('expires 11/30')
  expect(page).toContain('expires 11/31')
})

test('two cards with the same last digits are both offered', () => {
  expect(pageWith(card('tok_1'), card('tok_2', { hash: 'two' })).match(/data-masked/g)).toHaveLength(2)
})

test('an expired card is marked, and never preselected', () => {
  const page = pageWith(card('tok_1'), card('tok_2', { hash: 'two', isExpired: true, expirationYear: 2025 }))
  expect(page).toContain('expired 11/25')
  expect(chosenOf(page)).toEqual(['saved_card', 'tok_1'])
})

test('where all saved cards have expired a new one comes first and is chosen', () => {
  const old = { isExpired: true, expirationYear: 2025 }
  const page = pageWith(card('tok_1', old), card('tok_2', { ...old, hash: 'two' }))
  expect(methodsOf(page)).toEqual(['card', 'saved_card'])
  expect(chosenOf(page)).toEqual(['card'])
  expect(page).toContain('value="tok_1"')
})
