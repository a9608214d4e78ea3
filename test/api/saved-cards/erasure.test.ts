import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDeadlock } from '#store/connection/deadlocks.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { complete, eventsOf, toChallenge } from '../three-ds/shopper.ts'
import { newCustomer, SAVE, saveCard, savedCard, vaultedBy } from './saved-card-support.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const customerAt = (id: string) => `/api/customers/${id}`
const cardAt = (token: string) => `/api/payment-methods/${token}`

/** Dumps every table of the gateway, as text. */
async function everythingStored(): Promise<string> {
  const { sql } = app.database
  const tables = await sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`
  const rows = await Promise.all(tables.map(({ name }) => sql.unsafe(`select row.*::text as row from ${name} row`)))
  return JSON.stringify(rows)
}

async function sealedCardsOf(customerId: string): Promise<string[]> {
  const rows = await app.database.sql`
    select encode(sealed_card, 'hex') as sealed from payment_methods where customer_id = ${customerId}`
  return rows.map(({ sealed }) => sealed)
}

async function expectUnknown(token: string): Promise<void> {
  expect((await merchant.call('GET', cardAt(token))).status).toBe(404)
  expect((await merchant.call('DELETE', cardAt(token))).status).toBe(404)
  const { body } = await merchant.authorize(savedCard(token))
  expect(body).toMatchObject({
    status: 'INVALID',
    errors: [{ property: 'payment_method.data.payment_method_id' }],
    result: { processing_code: '2000' },
  })
}

describe('deleting a payment method', () => {
  it('erases it: no table holds its ciphertext, and paying with it is INVALID as unknown', async () => {
    const id = await newCustomer(merchant)
    const [token, other] = [
      await saveCard(merchant, { customer: { id } }),
      await saveCard(merchant, { customer: { id } }),
    ]
    const sealed = await sealedCardsOf(id)
    expect(await everythingStored()).toContain(sealed[0])
    const deleted = await merchant.call('DELETE', cardAt(token))
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    const left = await sealedCardsOf(id)
    expect(left).toHaveLength(1)
    const gone = sealed.find((one) => !left.includes(one))!
    expect(await everythingStored()).not.toContain(gone)
    await expectUnknown(token)
    const { items } = (await merchant.call('GET', `${customerAt(id)}/payment-methods`)).body
    expect(items).toMatchObject([{ token: other }])
  })
})

describe('deleting a customer', () => {
  it('erases the customer and every card with it; other cards stay', async () => {
    const id = await newCustomer(merchant, { first_name: 'Wilhelmina-Aurelia' })
    const tokens = [await saveCard(merchant, { customer: { id } }), await saveCard(merchant, { customer: { id } })]
    const unassociated = await saveCard(merchant)
    const sealed = await sealedCardsOf(id)
    expect((await merchant.call('DELETE', customerAt(id))).status).toBe(204)
    const stored = await everythingStored()
    for (const trace of [...sealed, 'Wilhelmina-Aurelia']) expect(stored).not.toContain(trace)
    for (const token of tokens) await expectUnknown(token)
    expect((await merchant.call('GET', `${customerAt(id)}/payment-methods`)).status).toBe(404)
    expect((await merchant.authorize(savedCard(unassociated))).body.result.status).toBe('APPROVED')
  })

  it('takes along the card a payment is storing: it is approved, and shows no token', async () => {
    const id = await newCustomer(merchant)
    const action = await toChallenge(merchant, {}, { ...SAVE, customer: { id } })
    expect((await merchant.call('DELETE', customerAt(id))).status).toBe(204)
    expect(await vaultedBy(app, action.transaction_id)).toEqual([])
    const { result } = (await complete(merchant, action)).body
    expect(result).toMatchObject({ status: 'APPROVED', payment_method: { token: null } })
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ payment_method_token: null }])
  })

  it('at the same instant as cards are saved leaves none behind, and every payment has its answer', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await newCustomer(merchant)
      const save = () => merchant.authorize({ ...SAVE, customer: { id } })
      const [first, second, deleted, third, fourth] = await Promise.all([
        save(),
        save(),
        merchant.call('DELETE', customerAt(id)),
        save(),
        save(),
      ])
      expect(deleted.status).toBe(204)
      for (const { status, body } of [first, second, third, fourth]) {
        expect(status).toBe(200)
        const { result } = body
        if (result.status === 'APPROVED') continue
        expect(result).toMatchObject({ status: 'INVALID', errors: [{ property: 'customer.id' }] })
      }
      expect(await sealedCardsOf(id)).toEqual([])
    }
  })

  it('goes on where it and payments wait for each other’s cards', async () => {
    // PostgreSQL looks for a deadlock a second into a wait. On a busy machine the deletion's look may come too early.
    await eventually('the deletion to be canceled', 30, async () => (await deadlock()) === 'deletion')
  })

  /** Lets a deletion and a payment wait for each other's cards. @returns which of them the database canceled */
  async function deadlock(): Promise<'deletion' | 'payment'> {
    const id = await newCustomer(merchant)
    const [older, newer] = [
      await saveCard(merchant, { customer: { id } }),
      await saveCard(merchant, { customer: { id } }),
    ]
    const deletion = Promise.withResolvers<{ status: number }>()
    const { sql } = app.database
    const payment = sql.begin(async (tx) => {
      const hold = (token: string) => tx`
        update payment_methods set updated_at = now() where merchant_id = ${merchant.merchantId} and token = ${token}`
      // The deletion takes the older one first and then waits for this one.
      await hold(newer)
      merchant.call('DELETE', customerAt(id)).then(deletion.resolve, deletion.reject)
      await eventually('the deletion to wait', 30, async () => {
        const waiting = await sql`
          select 1 from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()`
        return waiting.length > 0
      })
      await hold(older)
    })
    const canceled = await payment.then(
      () => 'deletion' as const,
      (error) => {
        if (!isDeadlock(error)) throw error
        return 'payment' as const
      },
    )
    expect((await deletion.promise).status).toBe(204)
    expect(await sealedCardsOf(id)).toEqual([])
    return canceled
  }

  it('at the same instant as its cards are activated leaves none behind', { tags: ['full'] }, async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await newCustomer(merchant)
      const begun = Array.from({ length: 4 }, () => toChallenge(merchant, {}, { ...SAVE, customer: { id } }))
      const [first, ...others] = (await Promise.all(begun)).map((action) => () => complete(merchant, action))
      const remove = () => merchant.call('DELETE', customerAt(id))
      const answers = await Promise.all([first!, remove, ...others].map((act) => act()))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 204])
      const results = answers.filter(({ status }) => status === 200).map(({ body }) => body.result.status)
      expect(results).toEqual(Array(4).fill('APPROVED'))
      expect(await sealedCardsOf(id)).toEqual([])
    }
  })
})

it('a card deleted at the same instant as it pays: each payment is approved or INVALID as unknown', async () => {
  const token = await saveCard(merchant)
  const pay = () => merchant.authorize({ ...savedCard(token), metadata: NOT_ENROLLED })
  const remove = () => merchant.call('DELETE', cardAt(token))
  const answers = await Promise.all([pay, pay, remove, pay, remove, pay].map((act) => act()))
  const statuses = answers.flatMap(({ body }) => body?.result?.status ?? [])
  expect(statuses).toHaveLength(4)
  expect(statuses.filter((status) => !['APPROVED', 'INVALID'].includes(status))).toEqual([])
  expect(
    answers
      .map(({ status }) => status)
      .filter((status) => status !== 200)
      .sort(),
  ).toEqual([204, 404])
  await expectUnknown(token)
})
