import type { Sql } from '#store/connection/database.ts'
import { deleteCustomer } from '#store/customers/customers.ts'
import { deleteUnownedPaymentMethods } from '#store/customers/payment-methods.ts'
import { eraseAround, eraseAuditTexts, eraseEvents, holdSearch } from '#store/erasures/erase-rows.ts'
import type { Erased, Erasure } from '#store/erasures/erasures.ts'
import { eraseRows, PERSONAL_TABLES, type PersonalTable, readPeople } from '#store/erasures/personal-rows.ts'
import { deleteMailsAbout } from '#store/mails/due-mails.ts'
import { eraseAnswers } from '#store/requests/idempotency-keys.ts'
import { eraseListEntries } from '#store/rules/list-entries.ts'
import type { Gateway } from '../gateway.ts'
import { endCards } from '../stored-cards/end-cards.ts'
import { listedValues } from './erase-lists.ts'
import { eraseViews } from './erase-views.ts'

const AGREEMENTS = PERSONAL_TABLES.find(({ name }) => name === 'agreements')!

export const NONE = { transactions: 0, events: 0 }

/** Erases rows of a table and dependent ones. @returns number of transactions and events that lost personal data */
export async function eraseMatches(
  gateway: Gateway,
  tx: Sql,
  erasure: Erased & Pick<Erasure, 'merchantId'>,
  table: PersonalTable,
  ids: readonly string[],
): Promise<typeof NONE> {
  const { merchantId } = erasure
  if (table.name === 'transactions') await holdSearch(tx)
  if (!erasure.createdBefore) await eraseViews(tx, erasure, await readPeople(tx, table, merchantId, ids))
  const listed =
    table.name === 'transactions' && !erasure.createdBefore ? await listedValues(gateway, tx, merchantId, ids) : []
  await eraseAnswers(tx, merchantId, ids)
  await eraseAuditTexts(tx, merchantId, ids)
  await deleteMailsAbout(tx, merchantId, ids)
  if (table.set !== undefined) await eraseRows(tx, table, merchantId, ids)
  if (table.name === 'customers') await removeCustomers(gateway, tx, merchantId, ids)
  if (table.name === 'events') return { ...NONE, events: await eraseEvents(tx, merchantId, 'event_id', ids) }
  if (table.name !== 'transactions') return NONE
  await eraseListEntries(tx, merchantId, listed)
  const { tokens, agreementIds } = await eraseAround(tx, merchantId, ids)
  // By age only payments are erased: the card may still be charged.
  if (!erasure.createdBefore) {
    await endCards(gateway, tx, merchantId, await deleteUnownedPaymentMethods(tx, merchantId, tokens))
    await eraseRows(tx, AGREEMENTS, merchantId, agreementIds)
    await eraseAnswers(tx, merchantId, agreementIds)
  }
  return { transactions: ids.length, events: await eraseEvents(tx, merchantId, 'transaction_id', ids) }
}

async function removeCustomers(gateway: Gateway, tx: Sql, merchantId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await endCards(gateway, tx, merchantId, (await deleteCustomer(tx, merchantId, id)) ?? [])
}
