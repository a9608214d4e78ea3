import type { Position } from '#domain/page.ts'
import { notFound } from '#domain/problem.ts'
import { PaymentMethodRecord } from '#interface/payment-method.ts'
import { customerExists } from '#store/customers/customers.ts'
import { EXPORTED_TABLES, type ExportedRow, type ExportedTable, nextExported } from '#store/erasures/export-rows.ts'
import type { Gateway } from '../gateway.ts'
import { listMerchantPaymentMethods } from '../stored-cards/index.ts'
import { readTransactions } from '../transactions/index.ts'

const BATCH = 1000
const CARDS = 100

/**
 * All data of a customer (docs/reference/erasure.md#export), as text of a JSON object with a list for each table. No
 * connection is held while the response is sent.
 * @throws RequestError `not-found` without such a customer and without its payments
 */
export async function exportCustomer(
  gateway: Gateway,
  merchantId: string,
  customerId: string,
): Promise<AsyncGenerator<string>> {
  if (!(await customerExists(gateway.sql, merchantId, customerId))) {
    const { items } = await readTransactions(gateway, merchantId, { customerId }, 1)
    if (items.length === 0) throw notFound('customer')
  }
  return exported()

  async function* exported() {
    yield '{"payment_methods":['
    yield* list(cards())
    for (const table of Object.keys(EXPORTED_TABLES) as ExportedTable[]) {
      yield `],"${table}":[`
      yield* list(rows(table))
    }
    yield ']}'
  }

  async function* cards() {
    let after: Position | null | undefined
    do {
      const page = await listMerchantPaymentMethods(
        gateway,
        merchantId,
        { customerId, after: after ?? undefined },
        CARDS,
      )
      for (const card of page.items) yield JSON.stringify(PaymentMethodRecord.of(card))
      after = page.next
    } while (after)
  }

  async function* rows(table: ExportedTable) {
    let found: readonly ExportedRow[]
    let after: Position = { id: '', createdAt: new Date(0) }
    do {
      found = await gateway.reads.readBatch((sql) => nextExported(sql, table, merchantId, customerId, after, BATCH))
      for (const { json } of found) if (json !== null) yield json
      after = found.at(-1) ?? after
    } while (found.length === BATCH)
  }
}

async function* list(items: AsyncGenerator<string>) {
  let separator = ''
  for await (const item of items) {
    yield separator + item
    separator = ','
  }
}
