// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
})
afterAll(() => app.close())

/** Holds a table so that the gateway's statement on it waits, and cuts the connection that waits. */
async function cutWhileWaitingFor<T>(table: string, act: () => Promise<T>): Promise<T> {
  const { sql } = app.database
  const acted = Promise.withResolvers<T>()
  await sql.begin(async (holder) => {
    await holder`lock table ${holder(table)} in access exclusive mode`
    act().then(acted.resolve, acted.reject)
    await eventually('a statement waits', 30, async () => {
      // Not by the holder: one transaction sees the sessions as they were when it first looked.
      const cut = await sql`
        select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
        where relation = ${table}::regclass and not granted and application_name = 'tollgate api writer'
          and datname = current_database()`
      return cut.length > 0 ? true : undefined
    })
  })
  return acted.promise
}

// An error on COMMIT is not a "no": the statement is repeated, and finds what the first one may have done.
it.each(['order_references', 'events'])('a connection lost while writing %s changes no outcome', async (table) => {
  const order = app.merchant.order({ metadata: NOT_ENROLLED })
  const { status, body } = await cutWhileWaitingFor(table, () =>
    app.merchant.call('POST', '/api/transactions/authorize', { body: order }),
  )
  expect([status, body.result?.status]).toEqual([200, 'APPROVED'])
  const charges = await app.merchant.call('GET', `/api/simulators/charges?reference=${order.reference}`)
  expect(charges.body.items).toHaveLength(1)
})
