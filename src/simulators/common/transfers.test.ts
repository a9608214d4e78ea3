import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_AMOUNT } from '#domain/money.ts'
import { attemptOf, callOn, chargeOf } from '#provider/contract/test-charges.ts'
import type { Charge, InquiryAnswer, Provider } from '#providers/port/provider.ts'
import { openChargePages } from '#store/simulators/charge-pages.ts'
import { openSimulatedCharges } from '#store/simulators/charges.ts'
import { listSimulatorCharges } from '#store/simulators/list-charges.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { accountOn, chargeState } from '#test/simulated-provider.ts'
import { createAlternativeSimulator } from '../alternative/index.ts'
import { openSimulatedPages, type SimulatedPages } from './pages.ts'

const account = accountOn('alternative-simulator')

let database: FreshDatabase
let simulator: Provider
let pages: SimulatedPages
beforeAll(async () => {
  database = await freshDatabase(8)
  simulator = createAlternativeSimulator(openSimulatedCharges(database.sql), 'https://gateway.example')
  pages = openSimulatedPages(openChargePages(database.sql))
})
afterAll(() => database.drop())

test('too little stays pending with what has arrived, and the rest approves it', async () => {
  const charge = await transfer(1000n)
  await arrive(charge, 400n)
  expect(await inquire(charge)).toMatchObject(told('1002', '400'))
  await arrive(charge, 600n)
  expect(await inquire(charge)).toMatchObject(told('0000', '1000'))
  expect(await returned(charge)).toEqual([])
})

test.each([
  ['too much', [1500n], [500n]],
  ['too much in two parts', [900n, 900n], [800n]],
  ['twice', [1000n, 1000n], [1000n]],
])('%s: exactly the amount is approved and the rest returned', async (_, arrivals, back) => {
  const charge = await transfer(1000n)
  for (const amount of arrivals) await arrive(charge, amount)
  expect(await inquire(charge)).toMatchObject(told('0000', '1000'))
  expect(await returned(charge)).toEqual(back)
})

test.each(['DECLINED', 'CANCELED'] as const)('what had arrived goes back when it is %s', async (choice) => {
  const charge = await transfer(1000n)
  await arrive(charge, 400n)
  await pages.choose(charge.attemptId, choice)
  await arrive(charge, 600n)
  expect(await returned(charge)).toEqual([600n, 400n])
})

test('a reversal returns everything, and so does each transfer after it', async () => {
  const charge = await transfer(1000n)
  await arrive(charge, 1000n)
  await reverse(charge)
  await arrive(charge, 1n)
  expect(await returned(charge)).toEqual([1n, 1000n])
})

test('money that comes after the end that the tester asked for goes back', async () => {
  const final = { simulate_final_response_code: 'TRX_STATUS_DECLINED', simulate_final_after_seconds: 0 }
  const charge = await transfer(1000n, final)
  await arrive(charge, 1000n)
  expect(await inquire(charge)).toMatchObject({ outcome: { code: '1000' } })
  expect(await returned(charge)).toEqual([1000n])
})

test('the button that approves has what is missing arrive', async () => {
  const charge = await transfer(1000n)
  await arrive(charge, 400n)
  await pages.choose(charge.attemptId, 'APPROVED')
  expect(await inquire(charge)).toMatchObject(told('0000', '1000'))
  expect((await moved(charge)).map(({ direction, amount }) => [direction, amount])).toEqual([
    ['IN', 600n],
    ['IN', 400n],
  ])
})

test('other payments take no transfers', async () => {
  const charge = await transfer(1000n, {}, 'OPEN_BANKING')
  await arrive(charge, 1000n)
  await arrive({ ...charge, attemptId: 'att_nobody' }, 1000n)
  expect(await chargeState(database.sql, charge.attemptId)).toBe('AWAITING_SHOPPER')
  const [{ count }] = await database.sql<[{ count: bigint }]>`
    select count(*) from simulator.transfers where attempt_id in (${charge.attemptId}, 'att_nobody')`
  expect(count).toBe(0n)
})

test('under any concurrent events nothing is lost, and only the amount of an approval is kept', async () => {
  const amount = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, MAX_AMOUNT))
  const event = fc.oneof(
    { weight: 5, arbitrary: amount },
    fc.constantFrom('reverse' as const, 'APPROVED' as const, 'CANCELED' as const, 'PENDING' as const),
  )
  const story = fc.record({ due: amount, events: fc.array(event, { maxLength: 8 }) })
  await fc.assert(
    fc.asyncProperty(story, async ({ due, events }) => {
      const charge = await transfer(due)
      await Promise.all(events.map((what) => happen(charge, what)))
      const arrived = events.filter((what) => typeof what === 'bigint')
      const movements = await moved(charge)
      const kept = sum(movements, 'IN') - sum(movements, 'OUT')
      const state = await chargeState(database.sql, charge.attemptId)
      if (state === 'CHARGED') expect(kept).toBe(due)
      else if (state === 'REFUSED' || state === 'REVERSED') expect(kept).toBe(0n)
      else expect(kept).toBe(arrived.reduce((total, each) => total + each, 0n))
      const arrivals = movements.filter(({ direction }) => direction === 'IN').map(({ amount }) => amount)
      for (const each of arrived) expect(arrivals.splice(arrivals.indexOf(each), 1)).toEqual([each])
    }),
    { numRuns: 60 },
  )
})

async function transfer(amount: bigint, metadata: Charge['metadata'] = {}, method = 'BANK_TRANSFER'): Promise<Charge> {
  const charge = {
    ...chargeOf(account, metadata),
    money: { amount, currency: 'EUR' },
    instrument: { kind: 'redirect', method, payer: null } as const,
  }
  await simulator.authorize(callOn(account), charge)
  return charge
}

function happen(charge: Charge, what: bigint | 'reverse' | 'APPROVED' | 'CANCELED' | 'PENDING'): Promise<unknown> {
  if (typeof what === 'bigint') return arrive(charge, what)
  return what === 'reverse' ? reverse(charge) : pages.choose(charge.attemptId, what)
}

const arrive = ({ attemptId }: Charge, amount: bigint) => pages.receive(attemptId, amount)
const reverse = (charge: Charge) => simulator.reverse(callOn(account), attemptOf(charge))
const inquire = (charge: Charge): Promise<InquiryAnswer> => simulator.inquire(callOn(account), attemptOf(charge))
const told = (code: string, receivedAmount: string) => ({ kind: 'outcome', outcome: { code, receivedAmount } })
const moved = async ({ attemptId }: Charge) => (await pages.show(attemptId))?.transfers ?? []

function sum(movements: Awaited<ReturnType<typeof moved>>, wanted: 'IN' | 'OUT'): bigint {
  return movements.reduce((total, { direction, amount }) => (direction === wanted ? total + amount : total), 0n)
}

/** As the merchant sees it among the simulators' charges, newest first. */
async function returned({ merchantId, transactionId }: Charge): Promise<bigint[]> {
  const lines = await listSimulatorCharges(database.sql, merchantId, { transactionId, reference: undefined })
  const returns = lines.filter(({ operation, state }) => operation === 'RETURN' && state === 'RETURNED')
  return returns.map(({ amount }) => amount)
}
