import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeExpired } from '#store/archive/purge-expired.ts'
import { DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { advance, DAY } from '../expiry/expiries.ts'
import type { Shown } from '../manage/follow-ups.ts'
import { agree, charge, schemeEntries } from './agreements.ts'

// Declines of a card that its scheme allows for one amount and currency (docs/reference/agreements.md#limits-of-the-schemes).

const VISA = { number: '4111111111111111' }
const MASTERCARD = { number: '5555555555554444' }
const DECLINED = { response_code: 'TRX_STATUS_DECLINED' }

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const newShop = () => createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })

const codeOf = ({ processing_code }: Shown): string => processing_code

/** Charges declined at the same time. @returns their codes, sorted */
async function declineTogether(merchant: TestMerchant, id: string, times: number, amount = 777): Promise<string[]> {
  const together = Array.from({ length: times }, () => charge(merchant, id, { amount }, DECLINED))
  return (await Promise.all(together)).map(codeOf).sort()
}

const codes = (declined: number, refused: number) => [
  ...Array<string>(declined).fill('1000'),
  ...Array<string>(refused).fill('4200'),
]

it('charges at the same time never pass the limit; of two agreements with one card neither', async () => {
  const merchant = await newShop()
  const { agreement_id: id } = await agree(merchant, {}, {}, MASTERCARD)
  const { agreement_id: other } = await agree(merchant, {}, {}, MASTERCARD)
  expect(await declineTogether(merchant, id, 14)).toEqual(codes(10, 4))
  const refused = await charge(merchant, other, { amount: 777 })
  expect(refused).toMatchObject({ status: 'DECLINED', processing_code: '4200' })
  expect(await schemeEntries(merchant, refused)).toEqual([])
  expect(await charge(merchant, other, { amount: 778 })).toMatchObject({ status: 'APPROVED' })
  await advance(merchant, DAY + 60)
  expect(await charge(merchant, id, { amount: 777 })).toMatchObject({ status: 'APPROVED' })
})

it('approved charges do not count', async () => {
  const merchant = await newShop()
  const { agreement_id: id } = await agree(merchant, {}, {}, MASTERCARD)
  expect(await declineTogether(merchant, id, 9)).toEqual(codes(9, 0))
  for (let time = 1; time <= 3; time += 1) {
    expect(await charge(merchant, id, { amount: 777 })).toMatchObject({ status: 'APPROVED' })
  }
  expect(await declineTogether(merchant, id, 2)).toEqual(codes(1, 1))
})

it('an attempt with the next account counts', async () => {
  const { merchant } = await newRoutedMerchant(app, {}, DECLINES)
  const { agreement_id: id } = await agree(merchant, {}, {}, MASTERCARD)
  const asks: number[] = []
  for (let time = 1; time <= 6; time += 1) {
    const declined = await charge(merchant, id, { amount: 777 }, DECLINED)
    asks.push((await schemeEntries(merchant, declined)).length)
  }
  expect(asks).toEqual([2, 2, 2, 2, 2, 0])
})

it('a card whose longest limit is over is forgotten', async () => {
  const merchant = await newShop()
  const { agreement_id: id } = await agree(merchant, {}, {}, VISA)
  for (const amount of [777, 778]) await declineTogether(merchant, id, 1, amount)
  const { sql } = app.gateway
  const { merchantId } = merchant
  await sql`update scheme_asks set forget_at = now() - interval '1 second' where merchant_id = ${merchantId} and amount = 777`
  await purgeExpired(sql, 'scheme_asks')
  expect(await sql`select amount from scheme_asks where merchant_id = ${merchantId}`).toEqual([{ amount: 778n }])
})

it.each([
  ['Visa', VISA, 20, 30],
  ['Mastercard', MASTERCARD, 10, 1],
])('%s allows as many declines as the reference says', { tags: ['full'] }, async (_, card, most, days) => {
  const merchant = await newShop()
  const { agreement_id: id } = await agree(merchant, {}, {}, card)
  for (let ask = 1; ask <= most; ask += 1) expect(await declineTogether(merchant, id, 1)).toEqual(codes(1, 0))
  expect(await declineTogether(merchant, id, 1)).toEqual(codes(0, 1))
  await advance(merchant, days * DAY - 600)
  expect(await declineTogether(merchant, id, 1)).toEqual(codes(0, 1))
  await advance(merchant, 1200)
  expect(await declineTogether(merchant, id, 1)).toEqual(codes(1, 0))
})

it('Mastercard allows 35 in 30 days', { tags: ['full'] }, async () => {
  const merchant = await newShop()
  const { agreement_id: id } = await agree(merchant, {}, {}, MASTERCARD)
  for (let day = 1; day <= 3; day += 1) {
    expect(await declineTogether(merchant, id, 10)).toEqual(codes(10, 0))
    await advance(merchant, DAY + 60)
  }
  expect(await declineTogether(merchant, id, 9)).toEqual(codes(5, 4))
})
