import type { Actor } from '#domain/actor.ts'
import type { Agreement, AgreementTerms } from '#domain/agreement.ts'
import { newId } from '#domain/ids.ts'
import { invalid } from '#domain/problem.ts'
import { dayIn } from '#domain/time-zone.ts'
import { agreementEvents, agreementFields } from '#events/agreement-events.ts'
import { insertAgreement } from '#store/agreements/agreements.ts'
import { scheduleWarning } from '#store/customers/card-upkeep.ts'
import { keepPaymentMethod } from '#store/customers/payment-methods.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { readTestClock } from '#store/test-clock/test-clock.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { cardExpiry } from '../stored-cards/card-expiry.ts'
import type { ShownAgreement } from './index.ts'

/** An agreement that a shopper made elsewhere. */
export interface ImportedAgreement extends AgreementTerms {
  readonly paymentMethodId: string
  readonly currency: string
  readonly networkTransactionId: string
  readonly acceptedAt: Date
}

/**
 * Imports an agreement for a stored card; it is active immediately (docs/reference/agreements.md#import).
 * @throws RequestError `invalid` on `payment_method_id`, `ends_on` or `accepted_at`
 */
export async function importAgreement(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  imported: ImportedAgreement,
): Promise<ShownAgreement> {
  await checkDays(gateway, merchantId, imported)
  const agreementId = newId('agr')
  const { paymentMethodId, networkTransactionId, purpose, currency } = imported
  const changes = { paymentMethodId, networkTransactionId, purpose, currency }
  const deed = { actor, action: 'agreement.imported', merchantId, subject: agreementId, changes }
  return withAuditEntry(gateway, deed, async (sql) => {
    const card = await keepPaymentMethod(sql, merchantId, paymentMethodId)
    if (!card) throw invalid('payment_method_id', 'No such stored card; use the token of one of your cards.')
    const agreement = { ...draft(imported, merchantId, agreementId, gateway.clock.now()), ...card }
    await insertAgreement(sql, agreement)
    await scheduleWarning(sql, merchantId, paymentMethodId)
    const expiry = await cardExpiry(gateway, sql, agreement)
    await recordFurtherEvents(sql, agreementEvents(null, agreement, expiry, null))
    return agreementFields(agreement, expiry)
  })
}

async function checkDays(gateway: Gateway, merchantId: string, { endsOn, acceptedAt }: ImportedAgreement) {
  const now = await readTestClock(gateway.sql, merchantId)
  if (acceptedAt > now) throw invalid('accepted_at', 'Use a time that is past.', now.toISOString())
  if (endsOn === null) return
  const merchant = await findMerchant(gateway.sql, merchantId)
  const today = dayIn(merchant?.timeZone ?? 'UTC', now)
  if (endsOn < today) throw invalid('ends_on', 'Use today or a later day.', today)
}

function draft(imported: ImportedAgreement, merchantId: string, agreementId: string, now: Date): Agreement {
  const { paymentMethodId, ...terms } = imported
  return {
    ...terms,
    merchantId,
    agreementId,
    status: 'ACTIVE',
    stopReason: null,
    customerId: null,
    paymentMethodToken: paymentMethodId,
    masked: null,
    brand: null,
    hash: null,
    origin: 'IMPORTED',
    providerAccountId: null,
    firstTransactionId: null,
    lastTransactionId: null,
    authenticationStatus: null,
    createdAt: now,
    updatedAt: now,
    endedAt: null,
  }
}
