import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
})
afterAll(() => app.close())

/** Holds a table so that the gateway's next statement on it waits, and cuts the connection that waits. */
async function cutWhileWaitingFor(table: string): Promise<void> {
  const { sql } = app.database
  await sql.begin(async (holder) => {
    await holder`lock table ${holder(table)} in access exclusive mode`
    await eventually('a statement waits', 10, async () => {
      const cut = await holder`
        select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
        where relation = ${table}::regclass and not granted and application_name = 'tollgate api'
          and datname = current_database()`
      return cut.length > 0 ? true : undefined
    })
  })
}

// An error on COMMIT is not a "no": the statement is repeated, and finds what the first one may have done.
it.each(['order_references', 'events'])('a connection lost while writing %s changes no outcome', async (table) => {
  const order = app.merchant.order({ metadata: NOT_ENROLLED })
  const [{ status, body }] = await Promise.all([
    app.merchant.call('POST', '/api/transactions/authorize', { body: order }),
    cutWhileWaitingFor(table),
  ])
  expect([status, body.result?.status]).toEqual([200, 'APPROVED'])
  const charges = await app.merchant.call('GET', `/api/simulators/charges?reference=${order.reference}`)
  expect(charges.body.items).toHaveLength(1)
})
