import { firstDayOf } from '#domain/card-update.ts'
import type { Sql } from '#store/connection/database.ts'
import { dateCard, lockUndatedCards, scheduleWarning } from '#store/customers/card-upkeep.ts'
import type { StoredPaymentMethod } from '#store/customers/payment-methods.ts'
import type { Gateway } from '../gateway.ts'
import { expiryIn, openStoredCard } from './card-at-rest.ts'

const BATCH = 100
/** Before every merchant and token. */
const START = { merchantId: '', token: '' }

/**
 * Stores the expiry of an earlier release's cards. Undecryptable ones are tried again at the next pass.
 * @returns a function that dates the next batch; true if there may be more
 */
export function cardDatingTask(gateway: Gateway): () => Promise<boolean> {
  let place = START
  return async () => {
    const seen = await gateway.sql.begin(async (sql) => {
      const cards = await lockUndatedCards(sql, place, BATCH)
      for (const card of cards) await date(gateway, sql, card)
      return cards
    })
    const { merchantId, token } = seen.length < BATCH ? START : seen.at(-1)!
    place = { merchantId, token }
    return seen.length === BATCH
  }
}

async function date(gateway: Gateway, sql: Sql, stored: StoredPaymentMethod): Promise<void> {
  const card = openStoredCard(gateway, stored)
  if (!card) return
  await dateCard(sql, stored, firstDayOf(expiryIn(card)))
  await scheduleWarning(sql, stored.merchantId, stored.token)
}
