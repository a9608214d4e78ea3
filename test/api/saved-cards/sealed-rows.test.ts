import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showPaymentMethod } from '#flows/stored-cards/index.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { chargesOf } from '../three-ds/shopper.ts'
import { newCustomer, saveCard, savedCard } from './saved-card-support.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const OTHER_CARD = { number: '5555555555554444' }

/** Changes that an intruder in the database might make to a row, given another one. */
const MISCHIEF = {
  'swapped with another card of the merchant': (token: string, other: string) => app.database.sql`
    update payment_methods mine set sealed_card = yours.sealed_card, data_key_id = yours.data_key_id
    from payment_methods yours
    where mine.merchant_id = ${merchant.merchantId} and yours.merchant_id = ${merchant.merchantId}
      and (mine.token, yours.token) in ((${token}, ${other}), (${other}, ${token}))`,
  'altered in one bit': (token: string) => app.database.sql`
    update payment_methods set sealed_card = set_bit(sealed_card, 100, 1 - get_bit(sealed_card, 100))
    where merchant_id = ${merchant.merchantId} and token = ${token}`,
  'cut short': (token: string) => app.database.sql`
    update payment_methods set sealed_card = substr(sealed_card, 1, 20)
    where merchant_id = ${merchant.merchantId} and token = ${token}`,
}

describe.each(Object.entries(MISCHIEF))('a stored card that was %s', (_what, meddle) => {
  it('does not open: paying with it is INVALID on payment_method_id, and nothing is charged', async () => {
    const customer = { id: await newCustomer(merchant) }
    const other = await saveCard(merchant, { customer }, OTHER_CARD)
    const token = await saveCard(merchant, { customer })
    await meddle(token, other)
    const { status, body } = await merchant.authorize(savedCard(token))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'INVALID',
      errors: [
        { property: 'payment_method.data.payment_method_id', message: expect.stringMatching(/enter the card again/) },
      ],
      result: { processing_code: '2000', payment_method: { masked: null, token: null } },
    })
    expect(await chargesOf(merchant, body.transaction_id)).toEqual([])

    const shown = await merchant.call('GET', `/api/payment-methods/${token}`)
    expect(shown).toMatchObject({ status: 200, body: { token, expiration_month: null, expiration_year: null } })
    const { items } = (await merchant.call('GET', `/api/customers/${customer.id}/payment-methods`)).body
    expect(items.map((item: { token: string }) => item.token).sort()).toEqual([token, other].sort())
    expect((await merchant.call('DELETE', `/api/payment-methods/${token}`)).status).toBe(204)
  })
})

it('a card that does not open is one error in the log, which says where to look and nothing of the card', async () => {
  const token = await saveCard(merchant)
  await MISCHIEF['altered in one bit'](token)
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  await showPaymentMethod({ ...app.gateway, log }, merchant.merchantId, token)
  expect(lines).toHaveLength(1)
  const [row] = await app.database.sql`
    select encode(sealed_card, 'base64') as sealed from payment_methods where token = ${token}`
  const { time: _time, pid: _pid, ...line } = JSON.parse(lines[0]!)
  expect(line).toMatchObject({ level: 50, token, merchantId: merchant.merchantId })
  // A time or a token may contain any four digits; in the stack stands the time when the tests began.
  const words = JSON.stringify({ ...line, token: '', merchantId: '' }).replace(/\?vitest=\d+/g, '')
  for (const trace of [row!.sealed.slice(0, 40), '4111', 'hash']) expect(words).not.toContain(trace)
})

it('another merchant’s row under one’s own id and token does not open either', async () => {
  const stranger = await app.newMerchant()
  const [mine, theirs] = [await saveCard(merchant), await saveCard(stranger, {}, OTHER_CARD)]
  const { sql } = app.database
  const [row] = await sql`
    select key_id, sealed_key, sealed_card from payment_methods join data_keys
      on data_keys.merchant_id = payment_methods.merchant_id and data_keys.key_id = payment_methods.data_key_id
    where payment_methods.merchant_id = ${stranger.merchantId} and token = ${theirs}`
  await sql`
    insert into data_keys (merchant_id, key_id, sealed_key, retired_at)
    values (${merchant.merchantId}, ${row!.key_id}, ${row!.sealed_key}, now())`
  await sql`
    update payment_methods set sealed_card = ${row!.sealed_card}, data_key_id = ${row!.key_id}
    where merchant_id = ${merchant.merchantId} and token = ${mine}`
  expect((await merchant.authorize(savedCard(mine))).body).toMatchObject({ status: 'INVALID' })
  expect((await stranger.authorize(savedCard(theirs))).body.result.status).toBe('APPROVED')
})
