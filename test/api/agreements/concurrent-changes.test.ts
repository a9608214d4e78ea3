import { afterAll, beforeAll, expect, it } from 'vitest'
import { askAgain } from '#flows/agreements/ask-again.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { advance, DAY, recordOf } from '../expiry/expiries.ts'
import type { Shown } from '../manage/follow-ups.ts'
import { saveCard } from '../saved-cards/saved-card-support.ts'
import { agree, charge, schemeEntries } from './agreements.ts'

// Charges while their agreement changes (docs/reference/agreements.md#charges). The worker rests; the tests run its task.

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  await app.stopWorker()
  merchant = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
})
afterAll(() => app.close())

interface Change {
  readonly limit?: string
  readonly token?: string
  readonly status?: string
}

/** Runs `act` during a change of an agreement that is committed once `act` waits for it. */
async function during<T>(id: string, { limit, token, status }: Change, act: () => Promise<T>): Promise<T> {
  const running = await app.gateway.sql.begin(async (sql) => {
    await sql`
      update agreements set max_amount = coalesce(${limit ?? null}::bigint, max_amount), status = coalesce(${status ?? null}, status),
        payment_method_token = coalesce(${token ?? null}, payment_method_token)
      where agreement_id = ${id}`
    const result = act()
    await eventually('a statement waits for the agreement', 30, async () => {
      const waiting = await app.gateway.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    return { result }
  })
  return running.result
}

it.each([
  ['a lower limit', { limit: '100' }, 'amount'],
  ['a cancellation', { status: 'CANCELED' }, 'payment_method.data.agreement_id'],
])('%s at the same moment refuses the charge, and no provider is asked', async (_which, change, property) => {
  const { agreement_id: id } = await agree(merchant, { max_amount: 5000 })
  const refused = await during(id, change, () => charge(merchant, id, { amount: 4000 }))
  expect(refused).toMatchObject({ status: 'INVALID', errors: [{ property }] })
  expect(await schemeEntries(merchant, refused)).toEqual([])
})

// The simulated scheme declines, because the ID of the first payment is of the other card.
it('a move at the same moment has the new card charged', async () => {
  const { agreement_id: id } = await agree(merchant)
  const token = await saveCard(merchant, {}, { number: '5555555555554444' })
  const charged = await during(id, { token }, () => charge(merchant, id))
  expect(charged).toMatchObject({ status: 'DECLINED', payment_method: { token, brand: 'mastercard' } })
})

it('the next ask of a recovery waits for a change of its agreement, and ends by it', async () => {
  const { agreement_id: id } = await agree(merchant, { max_amount: 5000 })
  const metadata = { simulate_charge_outcomes: '1004,0000' }
  const options = { recovery: { after_days: [1] } }
  const charged: Shown = await charge(merchant, id, { amount: 4000, options }, metadata)
  await advance(merchant, DAY)
  await during(id, { limit: '100' }, () => askAgain(app.gateway))
  expect(await recordOf(merchant, charged)).toMatchObject({ status: 'PENDING', awaiting: 'recovery' })
  await advance(merchant, 120)
  await askAgain(app.gateway)
  expect(await recordOf(merchant, charged)).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
  expect(await schemeEntries(merchant, charged)).toHaveLength(1)
})
