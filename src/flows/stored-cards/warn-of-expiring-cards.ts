import { paymentMethodExpiring } from '#events/payment-method-events.ts'
import { claimExpiringCards, type ExpiringCard } from '#store/customers/card-upkeep.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import type { Gateway } from '../gateway.ts'
import { expiryIn, openStoredCard } from './card-at-rest.ts'

const BATCH = 50

/** Sends `payment_method.expiring`, once per expiry (docs/reference/customers.md#upkeep). @returns true if more may be due */
export function warnOfExpiringCards(gateway: Gateway): Promise<boolean> {
  return gateway.sql.begin(async (sql) => {
    const due = await claimExpiringCards(sql, BATCH)
    const events = due.filter(({ agreementIds }) => agreementIds.length > 0).map((card) => warningOf(gateway, card))
    await recordFurtherEvents(sql, events)
    return due.length === BATCH
  })
}

function warningOf(gateway: Gateway, stored: ExpiringCard) {
  const card = openStoredCard(gateway, stored)
  const expiry = card ? expiryIn(card) : null
  return paymentMethodExpiring({ ...stored, expiry }, gateway.clock.now())
}
