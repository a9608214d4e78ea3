import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Brand } from '#domain/brands.ts'
import type { CardInstrument } from '#domain/instrument.ts'
import { agreementOf, attemptOf, callOn, chargeOf } from '#provider/contract/test-charges.ts'
import type { Charge } from '#providers/port/provider.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import type { Iso8583 } from './index.ts'

// The scheme's ID of the first payment reaches the host again with a charge by agreement (docs/providers/iso8583.md#support).

let database: FreshDatabase
let sandbox: Iso8583Sandbox
let connector: Iso8583
let account: ReturnType<typeof newIsoAccount>
beforeAll(async () => {
  database = await freshDatabase(8)
  sandbox = await openIso8583Sandbox()
  connector = connectorOn(database.sql)
  account = newIsoAccount(sandbox.port)
})
afterAll(async () => {
  await connector.close()
  await sandbox.close()
  await database.drop()
})

function chargeWith(brand: Brand, agreement: Charge['agreement']): Charge {
  const charge = chargeOf(account, {})
  const { card, ...instrument } = charge.instrument as CardInstrument
  const { maskedCard } = card
  return {
    ...charge,
    agreement,
    instrument: { ...instrument, card: { ...card, maskedCard: { ...maskedCard, brand } } },
  }
}

test.each([
  ['visa', { 62: '4000000000000000123456789012345' }, '123456789012345', { 62: '4000000000000000123456789012345' }],
  ['mastercard', { 15: '1127', 63: 'MCC000001' }, 'MCC0000011127', { 48: /6315MCC0000011127 {2}/ }],
] as const)('%s', async (brand, answers, networkTransactionId, sent) => {
  sandbox.orders.answers = answers
  const first = chargeWith(brand, agreementOf('CUSTOMER'))
  const approved = { outcome: { code: '0000', networkTransactionId } }
  expect(await connector.authorize(callOn(account), first)).toMatchObject(approved)
  expect(await connector.inquire(callOn(account), attemptOf(first))).toMatchObject(approved)
  sandbox.orders.answers = {}
  await connector.authorize(callOn(account), chargeWith(brand, agreementOf('MERCHANT', { networkTransactionId })))
  const { fields } = sandbox.requests.at(-1)!
  expect(fields).toMatchObject({ 22: '102' })
  for (const [number, expected] of Object.entries(sent)) expect(fields[Number(number)]).toMatch(expected)
  expect(sandbox.complaints).toEqual([])
})
