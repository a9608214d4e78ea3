import type { Sql } from '#store/connection/database.ts'
import { deleteCustomer } from '#store/customers/customers.ts'
import { deleteUnownedPaymentMethods } from '#store/customers/payment-methods.ts'
import {
  deleteViews,
  eraseAgreements,
  eraseEvents,
  erasePaymentLinks,
  eraseSessions,
  eraseTransactions,
} from '#store/erasures/erase-rows.ts'
import type { Erased } from '#store/erasures/erasures.ts'
import type { PersonalTableName } from '#store/erasures/personal-rows.ts'
import type { Gateway } from '../gateway.ts'
import { endCards } from '../stored-cards/end-cards.ts'

interface Counts {
  readonly transactions?: number
  readonly events?: number
}

type Eraser = (gateway: Gateway, tx: Sql, erased: Erased, ids: readonly string[]) => Promise<Counts>

/** Erasure of rows of each table. */
export const ERASERS: Readonly<Record<PersonalTableName, Eraser>> = {
  customers: async (gateway, tx, erased, ids) => {
    const { merchantId } = erased
    await deleteViews(tx, erased, ids)
    for (const id of ids) await endCards(gateway, tx, merchantId, (await deleteCustomer(tx, merchantId, id)) ?? [])
    return {}
  },
  payment_links: (_, tx, { merchantId }, ids) => uncounted(erasePaymentLinks(tx, merchantId, ids)),
  sessions: (_, tx, { merchantId }, ids) => uncounted(eraseSessions(tx, merchantId, ids)),
  transactions: async (gateway, tx, { merchantId, createdBefore }, ids) => {
    const { erased, tokens } = await eraseTransactions(tx, merchantId, ids)
    // By age only payments are erased: the card may still be paid with.
    const cards = createdBefore ? [] : await deleteUnownedPaymentMethods(tx, merchantId, tokens)
    await endCards(gateway, tx, merchantId, cards)
    return { transactions: erased.length, events: await eraseEvents(tx, merchantId, 'transaction_id', erased) }
  },
  agreements: (_, tx, { merchantId }, ids) => uncounted(eraseAgreements(tx, merchantId, ids)),
  events: async (_, tx, { merchantId }, ids) => ({ events: await eraseEvents(tx, merchantId, 'event_id', ids) }),
}

async function uncounted(erasure: Promise<void>): Promise<Counts> {
  await erasure
  return {}
}
