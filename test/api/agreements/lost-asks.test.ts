import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeProviderAccount } from '#flows/admin/provider-accounts.ts'
import { askAgain } from '#flows/agreements/ask-again.ts'
import { inquireDue } from '#flows/worker/reconcile-pending.ts'
import { reverseDue } from '#flows/worker/reverse-due.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { advance, DAY, recordOf } from '../expiry/expiries.ts'
import type { Shown } from '../manage/follow-ups.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { agree, charge, schemeEntries } from './agreements.ts'

// An attempt that its provider never received does not end a recovery (docs/reference/agreements.md#recovery). The
// simulator charges here and conceals it, so that every such attempt has to be reversed, too.

let app: RunningGateway
let merchant: TestMerchant
let agreementId: string
beforeAll(async () => {
  app = await useGateway()
  await app.stopWorker()
})
beforeEach(async () => {
  merchant = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
  agreementId = (await agree(merchant)).agreement_id
})
afterAll(() => app.close())

const LOST = { fault: 'inquiry_not_found' }

async function setAccount(settings: Readonly<Record<string, unknown>>): Promise<void> {
  const { body } = await merchant.call('GET', '/api/transactions?limit=1')
  const id = body.items[0].processing_result.payment_provider_account_id
  await changeProviderAccount(app.gateway, 'test', id, { settings })
}

function chargeWithRecovery(after_days: number[], metadata: object): Promise<Shown> {
  return charge(merchant, agreementId, { options: { recovery: { after_days } } }, metadata)
}

/** Lets days pass and the worker ask again. */
async function askIn(days: number): Promise<void> {
  await advance(merchant, days * DAY)
  await askAgain(app.gateway)
}

/** The worker's look at an attempt that its provider does not know and can no longer receive. @returns the record */
async function lookLater(charged: Shown): Promise<Shown> {
  const { sql } = app.gateway
  await sql`
    update attempts set not_found_since = now() - interval '1 minute'
    where transaction_id = ${charged.id} and state = 'ASKING'`
  await sql`update transactions set due_at = now() where id = ${charged.id}`
  await inquireDue(app.gateway)
  await reverseDue(app.gateway)
  return recordOf(merchant, charged)
}

const codesOf = ({ data }: Shown) => data.retry_options.data.attempts.map((one: Shown) => one.processing_code)

it('the recovery continues on its next day, and a charge that came anyway is reversed', async () => {
  const charged = await chargeWithRecovery([1, 3], { simulate_charge_outcomes: '1004,0000,0000' })
  await setAccount(LOST)
  await askIn(1)
  const waiting = await lookLater(charged)
  expect(waiting).toMatchObject({ status: 'PENDING', awaiting: 'recovery' })
  expect(codesOf(waiting)).toEqual(['1004', '1001'])
  expect(await eventsOf(merchant, charged.id)).toEqual([])
  await setAccount({})
  await askIn(2)
  const ended = await recordOf(merchant, charged)
  expect(ended).toMatchObject({ status: 'APPROVED', data: { retry_options: { status: 'SUCCEEDED' } } })
  expect((await schemeEntries(merchant, charged)).map(({ state }) => state)).toEqual(['CHARGED', 'REVERSED', 'REFUSED'])
})

it('after the last day the last decline stands', async () => {
  const charged = await chargeWithRecovery([1], { simulate_charge_outcomes: '1004,0000' })
  await setAccount(LOST)
  await askIn(1)
  const ended = await lookLater(charged)
  expect(ended).toMatchObject({
    status: 'DECLINED',
    processing_code: '1004',
    data: { retry_options: { status: 'EXHAUSTED' } },
  })
  expect(codesOf(ended)).toEqual(['1004', '1001'])
  expect(await eventsOf(merchant, charged.id)).toMatchObject([{ processing_code: '1004' }])
  expect((await schemeEntries(merchant, charged))[0]).toMatchObject({ state: 'REVERSED' })
})

it('a first attempt is asked for again, too; if none arrives, the charge ends as 1001', async () => {
  const charged = await chargeWithRecovery([1], { simulate_fault: LOST.fault })
  expect(await lookLater(charged)).toMatchObject({ status: 'PENDING', awaiting: 'recovery' })
  await askIn(1)
  expect(await lookLater(charged)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
  expect((await schemeEntries(merchant, charged)).map(({ state }) => state)).toEqual(['REVERSED', 'REVERSED'])
})
