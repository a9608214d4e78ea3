import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { chargesOf } from '../three-ds/shopper.ts'

let running: RunningGateway
beforeAll(async () => {
  running = await useGateway()
})
afterAll(() => running?.close())

/** A refund of an approved purchase, as a request that can be sent again. */
async function refundable(metadata: object = {}) {
  const { result } = (await running.merchant.authorize()).body
  const body = JSON.stringify({
    terminal_id: running.merchant.terminalId,
    reference: result.reference,
    currency: 'EUR',
    amount: 400,
    transaction_type: 'REFUND',
    parent_transaction_id: result.id,
    metadata,
  })
  return { parentId: result.id as string, body, headers: { 'idempotency-key': `refund of ${result.id}` } }
}

const send = (request: { body: string; headers: Record<string, string> }) =>
  running.merchant.call('POST', '/api/transactions/manage', request)

/** Releases a key, as after its process dies or answers 5xx: the same request is run again. */
async function giveKeyBack(key: string): Promise<void> {
  const { merchantId } = running.merchant
  const digestOf = (text: string) => Buffer.from(running.gateway.vault.digestOf(merchantId, text)).toString('base64url')
  const given = await running.database.sql`
    delete from idempotency_keys where merchant_id = ${merchantId} and method = 'POST'
      and path = ${digestOf('idempotent path /api/transactions/manage')}
      and key = ${digestOf(`idempotency key ${key}`)} returning 1`
  expect(given).toHaveLength(1)
}

it('a follow-up whose process died before it answered is not executed a second time under its key', async () => {
  const request = await refundable()
  const first = await send(request)
  expect(first.body).toMatchObject({ status: 'APPROVED', amount: 400n })
  await giveKeyBack(request.headers['idempotency-key'])

  const again = await send(request)
  expect(again.body).toEqual(first.body)
  expect(await chargesOf(running.merchant, first.body.id)).toHaveLength(1)
  expect((await running.merchant.status(request.parentId)).transaction.refunded_amount).toBe(400n)
})

it('a refusal that was recorded is not recorded a second time either', async () => {
  const request = await refundable()
  const tooMuch = { ...request, body: request.body.replace('400', '99999') }
  const first = await send(tooMuch)
  expect(first.body).toMatchObject({ status: 'INVALID' })
  await giveKeyBack(request.headers['idempotency-key'])
  expect((await send(tooMuch)).body).toEqual(first.body)
})

it('a follow-up that is in progress when its request runs again is waited for', async () => {
  const request = await refundable({ simulate_delay_ms: 600 })
  const first = send(request)
  await eventually('the follow-up', 30, async () => {
    const rows = await running.database.sql`
      select from transactions where merchant_id = ${running.merchant.merchantId} and parent_id = ${request.parentId}`
    return rows.length === 1
  })
  await giveKeyBack(request.headers['idempotency-key'])
  const again = await send(request)
  expect(again.body).toMatchObject({ status: 'APPROVED', id: (await first).body.id })
  expect((await running.merchant.status(request.parentId)).transaction.refunded_amount).toBe(400n)
})

it('the same key with another body, once it was given back, is another follow-up', async () => {
  const request = await refundable()
  const first = await send(request)
  await giveKeyBack(request.headers['idempotency-key'])
  const other = await send({ ...request, body: request.body.replace('400', '401') })
  expect(other.body).toMatchObject({ status: 'APPROVED', amount: 401n })
  expect(other.body.id).not.toBe(first.body.id)
})

it('a key that is older than 24 hours begins again', async () => {
  const request = await refundable()
  const first = await send(request)
  await giveKeyBack(request.headers['idempotency-key'])
  const { merchantId } = running.merchant
  await running.database.sql`
    update transactions set created_at = created_at - interval '24 hours 1 second'
    where merchant_id = ${merchantId} and id = ${first.body.id}`
  const later = await send(request)
  expect(later.body).toMatchObject({ status: 'APPROVED', amount: 400n })
  expect(later.body.id).not.toBe(first.body.id)
})
