// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testValues } from '#flows/simulators/test-values.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'

const { cards, outcomes } = testValues()

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

it.each(cards)('the test card of $brand pays', async ({ brand, number, cvvLength }) => {
  const { body } = await app.merchant.authorize({}, { number, cvv: '1234'.slice(0, cvvLength) })
  expect(body.result).toMatchObject({ status: 'APPROVED', payment_method: { brand } })
})

it.each(outcomes)('%s ends as the page of test values says', async (response_code, processing_code) => {
  const { body } = await app.merchant.authorize({ metadata: { ...NOT_ENROLLED, response_code } })
  expect(body.result).toMatchObject({ processing_code })
})
