import { expect, test } from 'vitest'
import { openBook } from '#test/adyen-sandbox/book.ts'
import { pay } from '#test/adyen-sandbox/payments.ts'
import { Book, type Intent } from '#test/stripe-sandbox/book.ts'
import { charge } from '#test/stripe-sandbox/issuer.ts'
import { readBooks } from './simulation/campaign/connectors/books.ts'
import type { AttemptRow, TransactionRow } from './simulation/campaign/evidence.ts'

// The auditor of the fault campaign knows of money at Stripe and Adyen only what these lines say.

const attempt = (id: string) => ({ attemptId: `att_${id}`, transactionId: id }) as AttemptRow
const NAMES = {
  transactions: [{ id: 'void', parentId: 'held', type: 'VOID', status: 'APPROVED' } as TransactionRow],
  attempts: ['paid', 'held', 'void', 'capture'].map(attempt),
}

function charged(id: string, changes: Partial<Intent> = {}): Intent {
  const intent: Intent = {
    id: `pi_${id}`,
    amount: 500,
    currency: 'eur',
    captureMethod: 'automatic',
    description: id,
    metadata: { attempt_id: `att_${id}` },
    status: 'requires_confirmation',
    lastError: null,
    charge: null,
    timesCharged: 0,
    suffix: null,
    ...changes,
  }
  charge(intent)
  return intent
}

function linesAt(stripe: Book, adyen = openBook()) {
  return readBooks({ stripe, adyen }, NAMES).map(({ transactionId, operation, amount, state }) =>
    [transactionId, operation, amount, state].join(' '),
  )
}

function stripeWith(...intents: Intent[]): Book {
  const book = new Book()
  for (const intent of intents) book.intents.set(intent.id, intent)
  return book
}

test('a card that Stripe charged twice is two lines', () => {
  const intent = charged('paid')
  charge(intent)
  expect(linesAt(stripeWith(intent))).toEqual(Array(2).fill('paid PURCHASE 500 CHARGED'))
})

test('a charged intent of an unknown attempt is a line without one', () => {
  expect(linesAt(stripeWith(charged('unknown')))).toEqual([' PURCHASE 500 CHARGED'])
})

test('a cancellation at Stripe is a void where one was approved, else a reversal', () => {
  const held = charged('held', { captureMethod: 'manual' })
  const paid = charged('paid', { captureMethod: 'manual' })
  for (const intent of [held, paid]) intent.status = 'canceled'
  expect(linesAt(stripeWith(held, paid))).toEqual([
    'held AUTHORIZE 500 CHARGED',
    'void VOID 500 CHARGED',
    'paid AUTHORIZE 500 REVERSED',
  ])
})

test('every capture and every refund at Stripe is a line', () => {
  const held = charged('held', { captureMethod: 'manual' })
  held.charge!.captures.push({ attemptId: 'att_capture', amount: 200 }, { attemptId: 'att_capture', amount: 200 })
  const book = stripeWith(held)
  const refund = { id: 're_1', intent: held, amount: 100, status: 'succeeded', failureReason: null }
  book.refunds.set('re_1', { ...refund, metadata: { attempt_id: 'att_refund' } })
  expect(linesAt(book)).toEqual([
    'held AUTHORIZE 500 CHARGED',
    'capture CAPTURE 200 CHARGED',
    'capture CAPTURE 200 CHARGED',
    ' REFUND 100 CHARGED',
  ])
})

test('a refund at Adyen without an order is a reversal, one that the merchant ordered is not', () => {
  const book = openBook()
  const terms = { value: 500, currency: 'EUR', isAuthorised: true, isCaptured: true }
  const [ordered, unwanted] = [
    pay(book, { ...terms, reference: 'att_paid' }),
    pay(book, { ...terms, reference: 'att_held' }),
  ]
  for (const payment of [ordered, unwanted]) payment.refunded = 500
  const refund = { pspReference: 'R1', reference: 'att_refund', event: 'REFUND', value: 500 }
  book.modifications.push({ ...refund, originalReference: ordered.pspReference, isDone: true, tellFailure: () => {} })
  expect(linesAt(new Book(), book)).toEqual([
    'paid PURCHASE 500 CHARGED',
    'held PURCHASE 500 REVERSED',
    ' REFUND 500 CHARGED',
  ])
})
