import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import { callOn, chargeOf } from '#provider/contract/test-charges.ts'
import type { Charge, Provider } from '#providers/port/provider.ts'
import { openChargePages } from '#store/simulators/charge-pages.ts'
import { openSimulatedCharges } from '#store/simulators/charges.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { describeProvider } from '#test/provider-contract.ts'
import { accountOn, chargeState } from '#test/simulated-provider.ts'
import { openSimulatedPages } from '../common/pages.ts'
import { createVoucherSimulator } from './index.ts'

const PAYER = { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ionescu' }
const INSTRUMENT = { kind: 'redirect', method: 'voucher-redirect-psc', payer: PAYER } as const

let database: FreshDatabase
let simulator: Provider

beforeAll(async () => {
  database = await freshDatabase()
  simulator = createVoucherSimulator(openSimulatedCharges(database.sql), 'https://gateway.example')
})
afterAll(() => database.drop())

const netCharges = async (attemptId: string) => ((await chargeState(database.sql, attemptId)) === 'CHARGED' ? 1 : 0)

describeProvider('The voucher simulator, paid on its page', ['repeats', 'notices', 'disputes'], async () => ({
  provider: simulator,
  account: accountOn('voucher-simulator'),
  instrument: INSTRUMENT,
  payAsShopper: async ({ attemptId }) =>
    void (await openSimulatedPages(openChargePages(database.sql)).choose(attemptId, 'APPROVED')),
  approving: {},
  charging: { metadata: { simulate_fault: 'garbage_answer' } },
  losing: { metadata: { simulate_fault: 'timeout_before_charge' } },
  unreadable: { metadata: { simulate_fault: 'flood' }, properties: ['metadata.simulate_fault'] },
  netCharges,
}))

describeProvider('The voucher simulator, with an outcome asked for', ['repeats', 'notices', 'disputes'], async () => ({
  provider: simulator,
  account: accountOn('voucher-simulator'),
  instrument: INSTRUMENT,
  approving: { metadata: { response_code: 'TRX_STATUS_APPROVED' } },
  charging: { metadata: { response_code: 'TRX_STATUS_APPROVED', simulate_fault: 'timeout_after_charge' } },
  losing: { metadata: { response_code: 'TRX_STATUS_APPROVED', simulate_fault: 'timeout_before_charge' } },
  unreadable: { metadata: { response_code: 'PAID' }, properties: ['metadata.response_code'] },
  netCharges,
}))

describe('Vouchers', () => {
  test('all 32 are carried', () => {
    expect(Object.keys(simulator.capabilities)).toEqual(VOUCHER_METHODS)
    expect(Object.keys(simulator.capabilities)).toHaveLength(32)
  })

  test.each([
    ['TRX_STATUS_DECLINED', '1000'],
    ['TRX_STATUS_PENDING', '1002'],
    ['RISK_FAILED_FRAUD', '4101'],
  ])('response_code %s is answered immediately', async (response_code, code) => {
    expect(await answerTo({ response_code })).toMatchObject({ kind: 'outcome', outcome: { code } })
  })

  test("an account's settings.response_code is answered immediately too", async () => {
    const answer = await answerTo({}, accountOn('voucher-simulator', { response_code: 'TRX_STATUS_DECLINED' }))
    expect(answer).toMatchObject({ kind: 'outcome', outcome: { code: '1000' } })
  })

  test('no card, no hints about one', async () => {
    expect(await answerTo({ response_code: 'TRX_STATUS_APPROVED' })).toMatchObject({ outcome: { checks: null } })
  })
})

function answerTo(metadata: Charge['metadata'], account = accountOn('voucher-simulator')) {
  const charge = { ...chargeOf(account, metadata), instrument: INSTRUMENT }
  return simulator.authorize(callOn(account), charge)
}
