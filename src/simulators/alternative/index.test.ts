import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BANK_METHODS } from '#domain/payment-methods.ts'
import { callOn, chargeOf } from '#provider/contract/test-charges.ts'
import type { Charge, Provider } from '#providers/port/provider.ts'
import { openChargePages } from '#store/simulators/charge-pages.ts'
import { openSimulatedCharges } from '#store/simulators/charges.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { describeProvider } from '#test/provider-contract.ts'
import { accountOn, chargeState } from '#test/simulated-provider.ts'
import { openSimulatedPages } from '../common/pages.ts'
import { createAlternativeSimulator } from './index.ts'

let database: FreshDatabase
let simulator: Provider

beforeAll(async () => {
  database = await freshDatabase()
  simulator = createAlternativeSimulator(openSimulatedCharges(database.sql), 'https://gateway.example')
})
afterAll(() => database.drop())

const netCharges = async (attemptId: string) => ((await chargeState(database.sql, attemptId)) === 'CHARGED' ? 1 : 0)
const paidBy = (method: string) => ({ kind: 'redirect', method, payer: null }) as const
const pages = () => openSimulatedPages(openChargePages(database.sql))

const LACKS = ['repeats', 'notices', 'disputes'] as const

describeProvider('The simulator of bank payments, allowed on its page', LACKS, async () => ({
  provider: simulator,
  account: accountOn('alternative-simulator'),
  instrument: paidBy('OPEN_BANKING'),
  payAsShopper: async ({ attemptId }) => void (await pages().choose(attemptId, 'APPROVED')),
  approving: {},
  charging: { metadata: { simulate_fault: 'garbage_answer' } },
  losing: { metadata: { simulate_fault: 'timeout_before_charge' } },
  unreadable: { metadata: { simulate_fault: 'flood' }, properties: ['metadata.simulate_fault'] },
  netCharges,
}))

describeProvider('The simulator of bank payments, by transfer', LACKS, async () => ({
  provider: simulator,
  account: accountOn('alternative-simulator'),
  instrument: paidBy('BANK_TRANSFER'),
  payAsShopper: ({ attemptId, money }) => pages().receive(attemptId, money.amount),
  approving: {},
  charging: { metadata: { simulate_fault: 'connection_reset' } },
  losing: { metadata: { simulate_fault: 'timeout_before_charge' } },
  unreadable: { metadata: { simulate_delay_ms: 'soon' }, properties: ['metadata.simulate_delay_ms'] },
  netCharges,
}))

describeProvider('The simulator of bank payments, with an outcome asked for', LACKS, async () => ({
  provider: simulator,
  account: accountOn('alternative-simulator'),
  instrument: paidBy('QR_CODE'),
  approving: { metadata: { response_code: 'TRX_STATUS_APPROVED' } },
  charging: { metadata: { response_code: 'TRX_STATUS_APPROVED', simulate_fault: 'timeout_after_charge' } },
  losing: { metadata: { response_code: 'TRX_STATUS_APPROVED', simulate_fault: 'timeout_before_charge' } },
  unreadable: { metadata: { response_code: 'PAID' }, properties: ['metadata.response_code'] },
  netCharges,
}))

describe('Each of the five methods', () => {
  test('all are carried', () => expect(Object.keys(simulator.capabilities)).toEqual(BANK_METHODS))

  test.each(BANK_METHODS)('%s leads to its page', async (method) => {
    const answer = await answerTo(method, {})
    expect(answer).toMatchObject({ kind: 'shopper-step', step: { kind: 'redirect' } })
  })

  test.each(BANK_METHODS)('%s obeys settings.response_code and settings.fault of its account', async (method) => {
    const declining = accountOn('alternative-simulator', { response_code: 'TRX_STATUS_DECLINED' })
    expect(await answerTo(method, {}, declining)).toMatchObject({ kind: 'outcome', outcome: { code: '1000' } })
    const broken = accountOn('alternative-simulator', { fault: 'garbage_answer' })
    await expect(answerTo(method, {}, broken)).rejects.toThrow('not an answer')
  })
})

function answerTo(method: string, metadata: Charge['metadata'], account = accountOn('alternative-simulator')) {
  const charge = { ...chargeOf(account, metadata), instrument: paidBy(method) }
  return simulator.authorize(callOn(account), charge)
}
