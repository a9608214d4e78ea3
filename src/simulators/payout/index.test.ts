import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { attemptOf, callOn, chargeOf } from '#provider/contract/test-charges.ts'
import type { Charge, Provider } from '#providers/port/provider.ts'
import { openSimulatedCharges } from '#store/simulators/charges.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { describeProvider } from '#test/provider-contract.ts'
import { accountOn, chargeState } from '#test/simulated-provider.ts'
import { createPayoutSimulator } from './index.ts'

const ACCOUNT_NUMBER = '50100012345678'
const INSTRUMENT = {
  kind: 'bank-account',
  beneficiary: {
    type: 'bank_account',
    accountNumber: new Secret(ACCOUNT_NUMBER),
    accountName: 'Ada Lindqvist',
    ifsc: 'HDFC0001234',
    bankCode: null,
    bankName: null,
    bankBranch: null,
    bankAddress: null,
    bankCity: null,
    bankState: null,
    mobile: null,
  },
} as const

let database: FreshDatabase
let simulator: Provider

beforeAll(async () => {
  database = await freshDatabase()
  simulator = createPayoutSimulator(openSimulatedCharges(database.sql))
})
afterAll(() => database.drop())

describeProvider('The payout simulator', ['repeats', 'notices', 'disputes'], async () => ({
  provider: simulator,
  account: accountOn('payout-simulator'),
  instrument: INSTRUMENT,
  approving: {},
  charging: { metadata: { simulate_fault: 'timeout_after_charge' } },
  losing: { metadata: { simulate_fault: 'timeout_before_charge' } },
  unreadable: {
    metadata: { response_code: 'SENT', simulate_fault: 'flood' },
    properties: ['metadata.response_code', 'metadata.simulate_fault'],
  },
  netCharges: async (attemptId) => ((await chargeState(database.sql, attemptId)) === 'CHARGED' ? 1 : 0),
}))

describe('Payouts', () => {
  test.each([
    ['TRX_STATUS_DECLINED', '1000'],
    ['TRX_STATUS_PENDING', '1002'],
    ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', '1004'],
  ])('response_code %s is answered immediately', async (response_code, code) => {
    const { charge, answer } = await push({ response_code })
    expect(answer).toMatchObject({ kind: 'outcome', outcome: { code } })
    expect(await chargeState(database.sql, charge.attemptId)).toBe(code === '1002' ? 'PENDING' : 'REFUSED')
  })

  test('one that was accepted may be refused later', async () => {
    const { charge, answer } = await push({
      response_code: 'TRX_STATUS_PENDING',
      simulate_final_response_code: 'TRX_STATUS_DECLINED',
      simulate_final_after_seconds: '0',
    })
    expect(answer).toMatchObject({ outcome: { code: '1002' } })
    expect(await simulator.inquire(callOn(account), attemptOf(charge))).toMatchObject({
      outcome: { code: '1000' },
    })
  })

  test('the account number stands nowhere in the ledger', async () => {
    const { charge } = await push({})
    const [line] = await database.sql`select * from simulator.charges where attempt_id = ${charge.attemptId}`
    expect(JSON.stringify(line, (_, item) => (typeof item === 'bigint' ? String(item) : item))).not.toContain(
      ACCOUNT_NUMBER,
    )
  })
})

const account = accountOn('payout-simulator')

async function push(metadata: Charge['metadata']) {
  const charge: Charge = { ...chargeOf(account, metadata), instrument: INSTRUMENT, transactionType: 'PAYOUT' }
  return { charge, answer: await simulator.authorize(callOn(account), charge) }
}
