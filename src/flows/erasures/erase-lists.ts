import type { ListKind, ListValue } from '#domain/list-entry.ts'
import type { Sql } from '#store/connection/database.ts'
import { listedPayments } from '#store/erasures/erase-rows.ts'
import type { Erasure } from '#store/erasures/erasures.ts'
import { eraseListEntries } from '#store/rules/list-entries.ts'
import type { Gateway } from '../gateway.ts'
import { readListValue, valuesOf } from '../payment/authorize/list-values.ts'
import { hidePeopleInRulesOf } from '../rules/hide-stored-rules.ts'

const PERSONAL: readonly ListKind[] = ['card_hash', 'email', 'customer_id', 'customer_ip']

/** Values of payments that list entries may have; read before the payments are erased. */
export async function listedValues(gateway: Gateway, tx: Sql, merchantId: string, ids: readonly string[]) {
  const payments = await listedPayments(tx, merchantId, ids)
  return payments.flatMap((payment) => valuesOf(gateway, payment)).filter(({ kind }) => PERSONAL.includes(kind))
}

/** Erases list entries of a person by these names, with or without payments. */
export async function eraseListsOf(gateway: Gateway, tx: Sql, { merchantId, email, customerIds }: Erasure) {
  const named = [
    ...(email === null ? [] : [readListValue(gateway, merchantId, 'email', email)]),
    ...customerIds.map((id) => readListValue(gateway, merchantId, 'customer_id', id)),
  ]
  const values = named.filter((read): read is ListValue => !('message' in read))
  await hidePeopleInRulesOf(gateway, tx, merchantId)
  await eraseListEntries(tx, merchantId, values)
}
