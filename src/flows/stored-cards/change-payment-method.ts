import type { Actor } from '#domain/actor.ts'
import type { Card } from '#domain/card.ts'
import { expiryFaults } from '#domain/card-rules.ts'
import type { KeptText } from '#domain/kept-text.ts'
import { invalid, orNotFound, type Problem, RequestError } from '#domain/problem.ts'
import type { PaymentMethod } from '#interface/payment-method.ts'
import type { Sql } from '#store/connection/database.ts'
import { lockPaymentMethod } from '#store/customers/card-upkeep.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { openStoredCard } from './card-at-rest.ts'
import { showPaymentMethod } from './index.ts'
import { replaceCard } from './replace-card.ts'

/** Absent fields stay. */
export interface PaymentMethodChange {
  readonly expirationMonth?: number | undefined
  readonly expirationYear?: number | undefined
  /** Null clears it. */
  readonly holderName?: KeptText | null | undefined
}

/**
 * Changes expiry or holder of a stored card (docs/reference/customers.md#upkeep). Without a difference there is no
 * event.
 * @throws RequestError `not-found`, also for another merchant's; `invalid` on an expiry that is over or too far ahead
 * by the merchant's clock, or on `token` if undecryptable
 */
export async function changePaymentMethod(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  token: string,
  change: PaymentMethodChange,
): Promise<PaymentMethod> {
  const { holderName, ...expiry } = change
  const changes = { ...expiry, ...(holderName !== undefined && { holderName: 'changed' }) }
  const deed = { actor, action: 'payment-method.changed' as const, merchantId, subject: token, changes }
  const today = await readTestClock(gateway.sql, merchantId)
  const act = (sql: Sql) => changeLocked(gateway, sql, { merchantId, token }, change, today)
  await withAuditEntry(gateway, deed, act, { find: (sql) => lockPaymentMethod(sql, merchantId, token) })
  return showPaymentMethod(gateway, merchantId, token)
}

async function changeLocked(
  gateway: Gateway,
  sql: Sql,
  { merchantId, token }: { readonly merchantId: string; readonly token: string },
  change: PaymentMethodChange,
  today: Date,
): Promise<void> {
  const stored = orNotFound(await lockPaymentMethod(sql, merchantId, token), 'payment method')
  const before = openStoredCard(gateway, stored)
  if (!before) throw invalid('token', 'This card can no longer be decrypted; delete it and store it again.')
  const card = changed(before, change)
  const hasExpiry = change.expirationMonth !== undefined || change.expirationYear !== undefined
  if (hasExpiry) refuseExpiry(card, today)
  const issuerUpdate = hasExpiry ? null : stored.issuerUpdate
  if (isSame(before, card) && issuerUpdate === stored.issuerUpdate) return
  await replaceCard(gateway, sql, {
    stored,
    card,
    issuerUpdate,
    changed: { updatedBy: 'MERCHANT', transactionId: null },
  })
}

function changed(before: Card, { expirationMonth, expirationYear, holderName }: PaymentMethodChange): Card {
  const { holderName: holder, ...card } = before
  const name = holderName === undefined ? holder : (holderName ?? undefined)
  return {
    ...card,
    expirationMonth: expirationMonth ?? before.expirationMonth,
    expirationYear: expirationYear ?? before.expirationYear,
    ...(name !== undefined && { holderName: name }),
  }
}

function isSame(one: Card, other: Card): boolean {
  return (
    one.expirationMonth === other.expirationMonth &&
    one.expirationYear === other.expirationYear &&
    one.holderName === other.holderName
  )
}

const FAULTS: Readonly<Record<'expirationMonth' | 'expirationYear', Problem>> = {
  expirationMonth: {
    property: 'expiration_month',
    message: 'Use a month from 1 to 12 that is not over.',
    params: [],
  },
  expirationYear: {
    property: 'expiration_year',
    message: 'Use a year of four digits, not past nor over 20 years ahead.',
    params: [],
  },
}

function refuseExpiry({ expirationMonth, expirationYear }: Card, today: Date): void {
  const text = { expirationMonth: String(expirationMonth), expirationYear: String(expirationYear) }
  const faults = expiryFaults(text, today)
  if (faults.length > 0)
    throw new RequestError(
      'invalid',
      faults.map((field) => FAULTS[field]),
    )
}
