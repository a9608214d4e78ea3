import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { complete, requestAuthentication, toChallenge } from './shopper.ts'

// Challenges and exemptions a merchant asks for (docs/reference/three-ds.md#wishes, #liability).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await createTestMerchant(app.gateway, {
    terminal: { exemptions: ['TRANSACTION_RISK', 'TRUSTED_BENEFICIARY', 'LOW_VALUE'] },
  })
})
afterAll(() => app.close())

const wish = (three_ds: object) => ({ options: { three_ds } })

async function indicatorsOf(id: string): Promise<unknown[]> {
  const { items } = (await merchant.call('GET', `/api/simulators/authentications/${id}`)).body
  return items.map((request: Record<string, unknown>) => request.threeDSRequestorChallengeInd)
}

it.each([
  [{ challenge: 'PREFERRED' }, '03', true],
  [{ challenge: 'NOT_WANTED' }, '02', true],
  [{ challenge: 'MANDATED' }, '04', true],
  [{ exemption: 'TRANSACTION_RISK' }, '05', false],
  [{ exemption: 'TRUSTED_BENEFICIARY' }, '08', false],
  [{ exemption: 'LOW_VALUE' }, '02', false],
])('%j reaches the issuer as %s, and liability_shift is %s', async (wanted, indicator, shift) => {
  const action = await toChallenge(merchant, {}, wish(wanted))
  expect(await indicatorsOf(action.transaction_id)).toEqual([indicator])
  const { result } = (await complete(merchant, action)).body
  expect(result).toMatchObject({ status: 'APPROVED', data: { liability_shift: shift } })
})

it('without 3-D Secure liability_shift is null', async () => {
  expect((await merchant.authorize()).body.result.data).toMatchObject({ liability_shift: null })
})

it.each([
  ['that the terminal lacks', { exemption: 'SECURE_CORPORATE' }],
  ['beside MANDATED', { exemption: 'LOW_VALUE', challenge: 'MANDATED' }],
])('an exemption %s is a 422', async (_, wanted) => {
  const { status, body } = await merchant.authorize(wish(wanted))
  expect([status, body.errors[0].property]).toEqual([422, 'options.three_ds.exemption'])
})

it('after an exemption a soft decline gets one round with 04, and the issuer bears a fraud', async () => {
  const action = await toChallenge(merchant, { simulate_soft_decline: '1' }, wish({ exemption: 'LOW_VALUE' }))
  const again = (await complete(merchant, action)).body.action
  const challenge = (await requestAuthentication(merchant, again)).body.action
  const { result } = (await complete(merchant, challenge)).body
  expect(result).toMatchObject({ status: 'APPROVED', data: { liability_shift: true } })
  expect(await indicatorsOf(action.transaction_id)).toEqual(['02', '04'])
})
