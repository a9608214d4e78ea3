// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { awayFromMidnight } from '#test/midnight.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { disputed, move } from '../api/disputes/disputes.ts'
import { followUp, pay, payByBank, payOut } from '../api/ledger/ledger-app.ts'
import { type SettlementApp, startSettlementApp } from '../api/settlements/settlement-app.ts'
import { type Chance, chanceOf } from '../simulation/campaign/chance.ts'

const DAYS = 14
const PROVIDERS = ['card-simulator', 'alternative-simulator', 'payout-simulator']
const FAULTS = [undefined, 'missing', 'extra', 'amount', 'currency', 'duplicate', 'garbled', 'unbalanced'] as const
const SEED = process.env.CAMPAIGN_SEED ?? String(Date.now())

let app: SettlementApp
beforeAll(async () => {
  app = await startSettlementApp()
})
afterAll(() => app.close())

/** Money of a file, in minor units by account of the books; of the batches that balance unless all are accepted. */
interface Books {
  bank: bigint
  fees: bigint
}

interface Account {
  readonly id: string
  readonly books: Books
  readonly missing: Set<string>
}

it(`every planted fault of two weeks is found, no other one, and the books hold to the last unit; seed ${SEED}`, {
  timeout: 1_800_000,
}, async () => {
  const chance = chanceOf(SEED)
  for (const merchant of [await app.merchantWith({ fee_fixed: 7 }), await app.newMerchant()]) {
    const accounts: Account[] = []
    for (const provider of PROVIDERS) {
      accounts.push({ id: await app.accountOf(merchant, provider), books: { bank: 0n, fees: 0n }, missing: new Set() })
    }
    for (let day = 1; day <= DAYS; day += 1) {
      await awayFromMidnight(60)
      await trade(merchant, chance)
      for (const account of accounts) await settle(account, chance)
      await endDay()
      expect((await app.verify()).discrepancies).toEqual([])
    }
    for (const account of accounts) await checkBooks(account)
  }
})

/** A day of a shop: sales in two currencies, captures, refunds, voids, disputes, bank payments and payouts. */
async function trade(merchant: TestMerchant, chance: Chance): Promise<void> {
  for (let count = chance.integer(2, 6); count > 0; count -= 1) {
    const order = { amount: chance.integer(100, 9000), currency: chance.pick(['EUR', 'JPY']) }
    const kind = chance.integer(0, 6)
    if (kind === 0) await payByBank(merchant, { amount: order.amount })
    else if (kind === 1) await payOut(merchant, { amount: order.amount })
    else if (kind === 2) await dispute(merchant, order, chance)
    else if (kind === 3) {
      const held = await pay(merchant, { ...order, transaction_type: 'AUTHORIZE' })
      await followUp(merchant, held, { transaction_type: 'CAPTURE', amount: chance.integer(1, order.amount) })
    } else {
      const sold = await pay(merchant, order)
      if (chance.happens(0.4)) {
        await followUp(merchant, sold, { transaction_type: 'REFUND', amount: chance.integer(1, order.amount) })
      } else if (chance.happens(0.2)) await followUp(merchant, sold, { transaction_type: 'VOID' })
    }
  }
}

async function dispute(merchant: TestMerchant, order: Record<string, unknown>, chance: Chance): Promise<void> {
  const { payment, dispute: opened } = await disputed(merchant, 'chargeback', order)
  const isTaken = (left: bigint) => async () => (await merchant.status(payment.id)).transaction.disputed_amount === left
  await eventually('the money is taken', 60, isTaken(BigInt(order.amount as number)))
  if (!chance.happens(0.5)) return
  await move(merchant, opened, 'WON')
  await eventually('the money is back', 60, isTaken(0n))
}

/** Imports the day's file with a fault or none, and checks that exactly this one is found. */
async function settle(account: Account, chance: Chance): Promise<void> {
  const [, first, ...further] = (await app.simulatedFile(account.id)).split('\r\n')
  if (further.length === 0) return
  const drawn = chance.pick(FAULTS)
  // Without its only row, the file would be that of another day.
  const fault = further.length <= 2 && drawn === 'missing' ? undefined : drawn
  const file = await app.simulatedFile(account.id, fault)
  let settlement = await app.imported(account.id, file)
  if (chance.happens(0.2)) {
    expect((await app.operator('POST', `/admin/settlements/${settlement.id}/revert`, { body: {} })).status).toBe(200)
    settlement = await app.imported(account.id, file)
  }
  const { agreed, different, theirs_only, duplicate, rejected, rows, batches } = settlement
  const others = { different, theirs_only, duplicate, rejected }
  expect({ fault, ...others }).toEqual({ fault, ...NONE, ...FOUND[fault ?? 'missing'] })
  expect(agreed).toBe(rows - different - theirs_only - duplicate - rejected)
  await noteMissing(account, first!.split(','), fault)
  expect(new Set(await app.missing(account.id))).toEqual(account.missing)
  await noteBooks(account, settlement.id, batches, chance)
}

const NONE = { different: 0, theirs_only: 0, duplicate: 0, rejected: 0 }
const FOUND: Readonly<Record<NonNullable<(typeof FAULTS)[number]>, object>> = {
  missing: {},
  extra: { theirs_only: 1 },
  amount: { different: 1 },
  currency: { different: 1 },
  duplicate: { duplicate: 1 },
  garbled: { rejected: 1 },
  unbalanced: {},
}

/** The first row of the day is the one that a fault concerns; of a dispute it names the case, so its record is looked up. */
async function noteMissing(account: Account, first: readonly string[], fault: string | undefined): Promise<void> {
  if (fault !== 'missing' && fault !== 'garbled') return
  const [, , reference, providerReference] = first
  if (reference) return void account.missing.add(reference)
  const known = new Set(account.missing)
  const missing = await app.missing(account.id)
  expect(providerReference).toMatch(/^case_/)
  for (const id of missing) if (!known.has(id)) account.missing.add(id)
  expect(account.missing.size).toBe(known.size + 1)
}

interface Batch {
  readonly batch: string
  readonly balanced: boolean
  readonly fees: bigint
  readonly paid_out: bigint | null
}

/** Accepts some of the batches that wait, and adds up what is posted. */
async function noteBooks({ books }: Account, id: string, batches: readonly Batch[], chance: Chance): Promise<void> {
  for (const { batch, balanced, fees, paid_out } of batches) {
    if (!balanced && chance.happens(0.5)) continue
    if (!balanced) {
      const body = { batch, reason: 'Seen at the bank.' }
      expect((await app.operator('POST', `/admin/settlements/${id}/accept`, { body })).status).toBe(200)
    }
    books.bank += paid_out ?? 0n
    books.fees += fees
  }
}

/** Moves the simulators' money to the day before, so that it is not in the next file. */
async function endDay(): Promise<void> {
  await app.database.sql`update simulator.charges set updated_at = updated_at - interval '1 day'`
  await app.database.sql`
    update simulator.disputes set movements = (
      select coalesce(jsonb_agg(jsonb_set(moved, '{at}', to_jsonb((moved ->> 'at')::timestamptz - interval '1 day')) order by place), '[]')
      from jsonb_array_elements(movements) with ordinality as movement (moved, place))`
}

/** Bank and fees are what the posted batches say, and clearing is the rest. */
async function checkBooks({ id, books }: Account): Promise<void> {
  const { bank = 0n, 'provider-fees': fees = 0n, 'provider-clearing': clearing = 0n } = await app.bank(id)
  expect({ bank, fees, clearing }).toEqual({ ...books, clearing: -(books.bank + books.fees) })
}
