import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#domain/ids.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { openSimulatedCharges } from './charges.ts'
import { listSimulatorCharges } from './list-charges.ts'

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test("lists the calling merchant's charges only, by transaction and by reference", async () => {
  const [ours, theirs] = [newId('mer'), newId('mer')]
  await Promise.all([
    charge(ours, 'trx_1', 'order-1'),
    charge(ours, 'trx_2', 'order-2'),
    charge(theirs, 'trx_1', 'order-1'),
  ])
  expect(await transactions(ours, {})).toEqual(['trx_1', 'trx_2'])
  expect(await transactions(ours, { transactionId: 'trx_1' })).toEqual(['trx_1'])
  expect(await transactions(ours, { reference: 'order-2' })).toEqual(['trx_2'])
  expect(await transactions(ours, { transactionId: 'trx_1', reference: 'order-2' })).toEqual([])
  expect(await transactions(theirs, { reference: 'order-2' })).toEqual([])
})

test('amounts keep every digit', async () => {
  const merchantId = newId('mer')
  await charge(merchantId, 'trx_3', 'order-3')
  const [line] = await listSimulatorCharges(database.sql, merchantId, {
    transactionId: undefined,
    reference: undefined,
  })
  expect(line).toMatchObject({ amount: 9223372036854775807n, currency: 'JPY', state: 'CHARGED', operation: 'PURCHASE' })
})

function charge(merchantId: string, transactionId: string, reference: string) {
  return openSimulatedCharges(database.sql).record({
    attemptId: newId('att'),
    merchantId,
    provider: 'card-simulator',
    providerAccountId: 'acc_1',
    transactionId,
    reference,
    operation: 'PURCHASE',
    money: { amount: 9223372036854775807n, currency: 'JPY' },
    state: 'CHARGED',
    answer: {
      given: { kind: 'outcome', outcome: gatewayOutcome('0000', 'approved') },
      final: null,
      concealed: false,
      namesLate: false,
      notices: { copies: 1, delaySeconds: 0, isForgedFirst: false },
    },
    noticeUrl: 'https://gateway.example/provider-notices/card-simulator',
    noticeSignature: null,
    page: null,
  })
}

async function transactions(merchantId: string, filter: { transactionId?: string; reference?: string }) {
  const { transactionId, reference } = filter
  const charges = await listSimulatorCharges(database.sql, merchantId, { transactionId, reference })
  return charges.map((line) => line.transactionId).sort()
}
