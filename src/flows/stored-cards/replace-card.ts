import type { Card } from '#domain/card.ts'
import { firstDayOf, type IssuerUpdate } from '#domain/card-update.ts'
import { paymentMethodUpdated } from '#events/payment-method-events.ts'
import type { ChangedBy } from '#interface/payment-method.ts'
import type { Sql } from '#store/connection/database.ts'
import { scheduleWarning, updatePaymentMethod } from '#store/customers/card-upkeep.ts'
import type { StoredPaymentMethod } from '#store/customers/payment-methods.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import type { Gateway } from '../gateway.ts'
import { expiryIn } from './card-at-rest.ts'

/** Locked stored card, and its new values. */
interface Replacement {
  readonly stored: StoredPaymentMethod
  readonly card: Card
  readonly issuerUpdate: IssuerUpdate | null
  readonly changed: ChangedBy
}

/** Stores a locked card's new expiry, holder or issuer report, with its event. The number stays. */
export async function replaceCard(gateway: Gateway, sql: Sql, replacement: Replacement): Promise<void> {
  const { stored, card, issuerUpdate, changed } = replacement
  const { merchantId, token } = stored
  const key = { keyId: stored.dataKeyId, merchantId, sealedKey: stored.sealedDataKey }
  const expiry = expiryIn(card)
  const sealedCard = gateway.vault.sealCard(key, token, card)
  await updatePaymentMethod(sql, { merchantId, token, sealedCard, expiresIn: firstDayOf(expiry), issuerUpdate })
  await scheduleWarning(sql, merchantId, token)
  const shown = { ...stored, expiry, issuerUpdate, ...changed }
  await recordFurtherEvents(sql, [paymentMethodUpdated(shown, gateway.clock.now())])
}
