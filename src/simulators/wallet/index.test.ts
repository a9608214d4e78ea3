import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayOutcome } from '#domain/transaction.ts'
import { attemptOf, callOn, chargeOf } from '#provider/contract/test-charges.ts'
import type { Charge, Provider } from '#providers/port/provider.ts'
import { openChargePages } from '#store/simulators/charge-pages.ts'
import { openSimulatedCharges } from '#store/simulators/charges.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { describeProvider } from '#test/provider-contract.ts'
import { accountOn, chargeState } from '#test/simulated-provider.ts'
import { openSimulatedPages, type PageChoice, type SimulatedPages } from '../common/pages.ts'
import { createWalletSimulator } from './index.ts'

const INSTRUMENT = { kind: 'redirect', method: 'walleta-pay-redirect', payer: null } as const
const account = accountOn('wallet-simulator')

let database: FreshDatabase
let simulator: Provider
let pages: SimulatedPages

beforeAll(async () => {
  database = await freshDatabase()
  simulator = createWalletSimulator(openSimulatedCharges(database.sql), 'https://gateway.example')
  pages = openSimulatedPages(openChargePages(database.sql))
})
afterAll(() => database.drop())

describeProvider('The wallet simulator', ['repeats', 'notices', 'disputes'], async () => ({
  provider: simulator,
  account,
  instrument: INSTRUMENT,
  payAsShopper: async ({ attemptId }) => void (await pages.choose(attemptId, 'APPROVED')),
  approving: {},
  charging: { metadata: { simulate_fault: 'timeout_after_charge' } },
  losing: { metadata: { simulate_fault: 'timeout_before_charge' } },
  unreadable: {
    metadata: { response_code: 'YES', simulate_final_after_seconds: 'soon' },
    properties: ['metadata.response_code', 'metadata.simulate_final_after_seconds'],
  },
  netCharges: async (attemptId) => ((await chargeState(database.sql, attemptId)) === 'CHARGED' ? 1 : 0),
}))

describe('The page', () => {
  test.each([
    [{}, 'APPROVED'],
    [{ response_code: 'TRX_STATUS_APPROVED' }, 'APPROVED'],
    [{ response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' }, 'DECLINED'],
    [{ response_code: 'TRX_STATUS_CANCELED' }, 'CANCELED'],
    [{ response_code: 'TRX_STATUS_PENDING' }, 'PENDING'],
    [{ response_code: 'AUTHENTICATION_NOT_AUTHENTICATED' }, 'DECLINED'],
  ])('a wallet redirects for any %j, and presets %s', async (metadata, preset) => {
    const { charge, answer } = await redirected(metadata)
    const url = `https://gateway.example/simulators/checkouts/${charge.attemptId}`
    expect(answer).toEqual({ kind: 'shopper-step', step: { kind: 'redirect', url } })
    expect(await pages.show(charge.attemptId)).toMatchObject({
      preset,
      state: 'AWAITING_SHOPPER',
      money: charge.money,
      page: { method: 'walleta-pay-redirect', merchantName: 'Larkspur Coffee', returnUrl: charge.returnUrl },
    })
  })

  test.each([
    ['APPROVED', 'CHARGED', '0000'],
    ['DECLINED', 'REFUSED', '1000'],
    ['CANCELED', 'REFUSED', '1003'],
    ['PENDING', 'PENDING', '1002'],
  ] as const)('%s is recorded as %s before the browser goes back', async (choice, state, code) => {
    const { charge } = await redirected({})
    expect(await pages.choose(charge.attemptId, choice)).toBe(charge.returnUrl)
    expect(await chargeState(database.sql, charge.attemptId)).toBe(state)
    expect(await inquire(charge)).toMatchObject({ kind: 'outcome', outcome: { code } })
  })

  test('the preset button gives the code and texts asked for, another one its own', async () => {
    const ordered = { response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', response_message: 'Top up first' }
    const preset = await chosen(ordered, ['DECLINED'])
    expect(preset).toMatchObject({ outcome: { code: '1004', responseMessage: 'Top up first' } })
    expect(await chosen(ordered, ['CANCELED'])).toMatchObject({ outcome: { code: '1003' } })
  })

  test('the first final choice counts, a pending one is none', async () => {
    expect(await chosen({}, ['DECLINED', 'APPROVED'])).toMatchObject({ outcome: { code: '1000' } })
    expect(await chosen({}, ['PENDING', 'APPROVED', 'CANCELED'])).toMatchObject({ outcome: { code: '0000' } })
  })

  test('of many concurrent browsers one decides, and every answer after that is the same', async () => {
    const { charge } = await redirected({})
    const all = ['APPROVED', 'DECLINED', 'CANCELED', 'APPROVED', 'DECLINED', 'CANCELED'] as const
    await Promise.all(all.map((choice) => pages.choose(charge.attemptId, choice)))
    const first = await inquire(charge)
    await Promise.all(all.map((choice) => pages.choose(charge.attemptId, choice)))
    expect(await inquire(charge)).toEqual(first)
  })

  test('a charge that was reversed can no longer be approved', async () => {
    const { charge } = await redirected({})
    await simulator.reverse(callOn(account), attemptOf(charge))
    await pages.choose(charge.attemptId, 'APPROVED')
    expect(await chargeState(database.sql, charge.attemptId)).toBe('REVERSED')
  })

  test('an end asked for that has come is not chosen away', async () => {
    const final = { simulate_final_response_code: 'TRX_STATUS_DECLINED', simulate_final_after_seconds: 0 }
    const { charge } = await redirected(final)
    const approved = { kind: 'outcome', outcome: gatewayOutcome('0000', 'approved') } as const
    await openChargePages(database.sql).decide(charge.attemptId, { state: 'CHARGED', given: approved })
    expect(await inquire(charge)).toMatchObject({ outcome: { code: '1000' } })
  })

  test('an unknown attempt has no page', async () => {
    expect(await pages.show('att_unknown')).toBeUndefined()
    expect(await pages.choose('att_unknown', 'APPROVED')).toBeUndefined()
  })
})

const patience = () => AbortSignal.timeout(10_000)

function inquire(charge: Charge) {
  return simulator.inquire(callOn(account), attemptOf(charge))
}

async function redirected(metadata: Charge['metadata']) {
  const charge = { ...chargeOf(account, metadata), instrument: INSTRUMENT }
  return { charge, answer: await simulator.authorize(callOn(account, {}, patience()), charge) }
}

async function chosen(metadata: Charge['metadata'], choices: readonly PageChoice[]) {
  const { charge } = await redirected(metadata)
  for (const choice of choices) await pages.choose(charge.attemptId, choice)
  return inquire(charge)
}
