import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeExpired } from '#store/archive/purge-expired.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'
import { FIELD, forge, pay, refusedFields, withProof } from './wallet.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

it('a token that was paid with is refused', async () => {
  const token = await withProof(merchant)
  expect((await pay(merchant, token)).body.result.status).toBe('APPROVED')
  const reference = newReference()
  expect(refusedFields(await pay(merchant, token, { reference }))).toEqual([FIELD])
  const again = await pay(merchant, await withProof(merchant), { reference })
  expect(again.body.result.status).toBe('APPROVED')
})

it('also where the first payment was declined', async () => {
  const token = await withProof(merchant)
  await pay(merchant, token, { metadata: { response_code: 'TRX_STATUS_DECLINED' } })
  expect(refusedFields(await pay(merchant, token))).toEqual([FIELD])
})

it('of 8 parallel orders with one token exactly one is executed, on any process', async () => {
  const second = await app.secondApi()
  for (let round = 0; round < 5; round++) {
    const token = await withProof(merchant)
    const places = Array.from({ length: 8 }, (_, place) => (place % 2 === 0 ? undefined : second))
    const answers = await Promise.all(places.map((at) => pay(merchant, token, {}, at)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect(refusedFields(refused)).toEqual([FIELD])
  }
})

it('of many tokens that are all sent many times concurrently each pays exactly once', { tags: ['full'] }, async () => {
  const second = await app.secondApi()
  const tokens = await Promise.all(Array.from({ length: 12 }, () => withProof(merchant)))
  const sent = [tokens, tokens.toReversed(), tokens, tokens.toReversed()].flat()
  const answers = await Promise.all(
    sent.map((token, place) => pay(merchant, token, {}, place % 2 ? second : undefined)),
  )
  for (const token of tokens) {
    const statuses = answers.filter((_, place) => sent[place] === token).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 422, 422, 422])
  }
})

it('the same token with the same reference is a 422 on the reference, naming what holds it', async () => {
  const token = await withProof(merchant)
  const reference = newReference()
  const { body } = await pay(merchant, token, { reference })
  const again = await pay(merchant, token, { reference })
  expect(refusedFields(again)).toEqual(['reference'])
  expect(again.body.errors[0].params).toEqual(['transaction', body.result.id])
})

it('one message id in two tokens pays once', async () => {
  const message = { messageId: 'the-same-in-both' }
  expect((await pay(merchant, await forge(app, { message }))).body.result.status).toBe('APPROVED')
  expect(refusedFields(await pay(merchant, await forge(app, { message })))).toEqual([FIELD])
})

it('a message is remembered for as long as its token would be believed, and forgotten afterwards', async () => {
  await pay(merchant, await forge(app, { message: { messageId: 'remembered' } }))
  const find = () => app.gateway.sql`
    select message_id from wallet_messages where merchant_id = ${merchant.merchantId} and message_id = 'remembered'`
  await purgeExpired(app.gateway.sql, 'wallet_messages')
  expect(await find()).toHaveLength(1)
  await app.gateway.sql`
    update wallet_messages set expires_at = now() - interval '61 minutes'
    where merchant_id = ${merchant.merchantId} and message_id = 'remembered'`
  await purgeExpired(app.gateway.sql, 'wallet_messages')
  expect(await find()).toHaveLength(0)
})
