import type { Actor } from '#domain/actor.ts'
import type { Agreement, AgreementTerms } from '#domain/agreement.ts'
import { newId } from '#domain/ids.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import { dayIn } from '#domain/time-zone.ts'
import { agreementEvents } from '#events/agreement-events.ts'
import type { ShownAgreement } from '#interface/agreement.ts'
import { insertAgreement } from '#store/agreements/agreements.ts'
import type { Sql } from '#store/connection/database.ts'
import { scheduleWarning } from '#store/customers/card-upkeep.ts'
import { keepPaymentMethod } from '#store/customers/payment-methods.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { cardExpiry } from '../stored-cards/card-expiry.ts'

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
  const agreementId = newId('agr')
  const { paymentMethodId, networkTransactionId, purpose, currency } = imported
  const changes = { paymentMethodId, networkTransactionId, purpose, currency }
  const deed = { actor, action: 'agreement.imported' as const, merchantId, subject: agreementId, changes }
  return withAuditEntry(gateway, deed, async (sql) => {
    const card = await keepPaymentMethod(sql, merchantId, paymentMethodId)
    const late = await dayProblems(sql, merchantId, imported)
    if (!card || late.length > 0) throw new RequestError('invalid', card ? late : [UNKNOWN_CARD, ...late])
    const agreement = { ...draft(imported, merchantId, agreementId, gateway.clock.now()), ...card }
    await insertAgreement(sql, agreement)
    await scheduleWarning(sql, merchantId, paymentMethodId)
    const expiry = await cardExpiry(gateway, sql, agreement)
    await recordFurtherEvents(sql, agreementEvents(null, agreement, expiry, null))
    return { ...agreement, expiry }
  })
}

const UNKNOWN_CARD: Problem = {
  property: 'payment_method_id',
  message: 'No such stored card; use the token of one of your cards.',
  params: [],
}

/** Problems of days, by the merchant's clock and time zone. */
async function dayProblems(sql: Sql, merchantId: string, imported: ImportedAgreement): Promise<Problem[]> {
  const { endsOn, acceptedAt } = imported
  const now = await readTestClock(sql, merchantId)
  const today = endsOn === null ? '' : dayIn((await findMerchant(sql, merchantId))?.timeZone ?? 'UTC', now)
  const future = { property: 'accepted_at', message: 'Use a time that is past.', params: [now.toISOString()] }
  const past = { property: 'ends_on', message: 'Use today or a later day.', params: [today] }
  return [...(acceptedAt > now ? [future] : []), ...(endsOn !== null && endsOn < today ? [past] : [])]
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
