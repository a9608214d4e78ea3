import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const VALUES = ['match', 'partial_match', 'no_match', 'not_checked', 'unavailable']

describe('data.checks of a card', () => {
  it.each([
    [{ address: 'Strada Lungă 1', postal_code: '500035' }, 'match'],
    [{ address: 'Strada Lungă 1' }, 'partial_match'],
    [{ email: 'ana@example.com' }, 'not_checked'],
  ])('a customer of %j: avs %s, in the answer and in the record', async (customer, avs) => {
    const { result } = (await app.merchant.authorize({ customer })).body
    expect(result.data).toEqual({ checks: { avs, cvv: 'match' }, liability_shift: null })
    expect((await app.merchant.status(result.id)).transaction.data).toEqual(result.data)
  })

  it.each(VALUES)('%s can be ordered; hints never decline', async (value) => {
    const metadata = { ...NOT_ENROLLED, simulate_cvv_check: value, simulate_avs_check: value }
    const { result } = (await app.merchant.authorize({ metadata })).body
    expect(result).toMatchObject({ status: 'APPROVED', data: { checks: { avs: value, cvv: value } } })
  })

  it('a decline keeps its hints', async () => {
    const ordered = { response_code: 'TRX_STATUS_DECLINED', simulate_cvv_check: 'no_match' }
    const { result } = (await app.merchant.authorize({ metadata: { ...NOT_ENROLLED, ...ordered } })).body
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1000', data: { checks: { cvv: 'no_match' } } })
  })

  it.each(['simulate_cvv_check', 'simulate_avs_check'])('any other value is one 422 on metadata.%s', async (key) => {
    const { status, body } = await app.merchant.authorize({ metadata: { [key]: 'maybe' } })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ property: `metadata.${key}`, params: VALUES }])
  })
})
