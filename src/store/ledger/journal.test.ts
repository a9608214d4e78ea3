import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_AMOUNT } from '#domain/money.ts'
import type { OriginalType } from '#domain/transaction-type.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader, type Trader, type Wanted } from '#test/ledger.ts'

let database: FreshDatabase
let trader: Trader
beforeAll(async () => {
  database = await freshDatabase()
  trader = await newTrader(database.sql)
})
afterAll(() => database.drop())

/** A journal as text: `debit < credit amount`, line by line. */
async function journalOf(...transactions: readonly { readonly id: string }[]): Promise<string[]> {
  const rows = await database.sql`
    select debit || ' < ' || credit || ' ' || amount as entry from ledger_entries
    where merchant_id = ${trader.merchantId} and transaction_id = any(${transactions.map(({ id }) => id)})
    order by posted_at, transaction_id, line`
  return rows.map(({ entry }) => entry)
}

async function approved(type: OriginalType, amount: bigint, fee = 0n) {
  const transaction = await trader.begin(type, amount)
  await trader.finish({ transaction, approved: true, fee })
  return transaction
}

async function followedUp(...[parent, asked]: Parameters<Trader['followUp']>) {
  const transaction = await trader.followUp(parent, asked)
  return transaction!
}

describe('the journal of an approved transaction', () => {
  it('AUTHORIZE notes what the issuer holds', async () => {
    expect(await journalOf(await approved('AUTHORIZE', 1000n))).toEqual([
      'authorization-holds < authorization-holds-contra 1000',
    ])
  })

  it.each(['PURCHASE', 'PAYMENT'] as const)(
    '%s is owed by the provider and to the merchant, less the fee',
    async (type) => {
      expect(await journalOf(await approved(type, 1000n, 35n))).toEqual([
        'provider-clearing < merchant-payable 1000',
        'merchant-payable < fee-income 35',
      ])
    },
  )

  it('PAYOUT takes the amount and the fee from what the merchant is owed', async () => {
    expect(await journalOf(await approved('PAYOUT', 1000n, 35n))).toEqual([
      'merchant-payable < provider-clearing 1000',
      'merchant-payable < fee-income 35',
    ])
  })

  it('CAPTURE ends the hold of its amount, the final one that of the rest too', async () => {
    const parent = await approved('AUTHORIZE', 1000n)
    const first = await followedUp(parent, { type: 'CAPTURE', amount: 300n })
    await trader.finish({ transaction: first, approved: true, fee: 3n })
    expect(await journalOf(first)).toEqual([
      'authorization-holds-contra < authorization-holds 300',
      'provider-clearing < merchant-payable 300',
      'merchant-payable < fee-income 3',
    ])
    const last = await followedUp(parent, { type: 'CAPTURE', amount: 200n, final: true })
    await trader.finish({ transaction: last, approved: true })
    expect(await journalOf(last)).toEqual([
      'authorization-holds-contra < authorization-holds 700',
      'provider-clearing < merchant-payable 200',
    ])
  })

  it('REFUND is taken from the merchant, and the fee stays', async () => {
    const parent = await approved('PURCHASE', 1000n, 35n)
    const refund = await followedUp(parent, { type: 'REFUND', amount: 400n })
    await trader.finish({ transaction: refund, approved: true })
    expect(await journalOf(refund)).toEqual(['merchant-payable < provider-clearing 400'])
  })

  it('VOID of an AUTHORIZE ends the hold', async () => {
    const parent = await approved('AUTHORIZE', 1000n)
    const gone = await followedUp(parent, { type: 'VOID', amount: 1000n })
    await trader.finish({ transaction: gone, approved: true })
    expect(await journalOf(gone)).toEqual(['authorization-holds-contra < authorization-holds 1000'])
  })

  it('VOID of the rest of an AUTHORIZE ends the hold of the rest', async () => {
    const parent = await approved('AUTHORIZE', 1000n)
    const part = await followedUp(parent, { type: 'CAPTURE', amount: 300n })
    await trader.finish({ transaction: part, approved: true })
    const rest = await followedUp(parent, { type: 'VOID', amount: 700n })
    await trader.finish({ transaction: rest, approved: true })
    expect(await journalOf(rest)).toEqual(['authorization-holds-contra < authorization-holds 700'])
    expect(await trader.followUp(parent, { type: 'CAPTURE', amount: 1n })).toBeUndefined()
  })

  it('VOID of a PURCHASE takes everything back, its fee too', async () => {
    const parent = await approved('PURCHASE', 1000n, 35n)
    const gone = await followedUp(parent, { type: 'VOID', amount: 1000n })
    await trader.finish({ transaction: gone, approved: true })
    expect(await journalOf(gone)).toEqual([
      'merchant-payable < provider-clearing 1000',
      'fee-income < merchant-payable 35',
    ])
  })

  it('the largest amounts and fees are posted to the last digit', async () => {
    expect(await journalOf(await approved('PAYOUT', MAX_AMOUNT, MAX_AMOUNT))).toEqual([
      `merchant-payable < provider-clearing ${MAX_AMOUNT}`,
      `merchant-payable < fee-income ${MAX_AMOUNT}`,
    ])
  })
})

it('a transaction that is not approved has no journal', async () => {
  const transaction = await trader.begin('PURCHASE', 1000n)
  await trader.finish({ transaction, approved: false })
  expect(await journalOf(transaction)).toEqual([])
})

it('a transaction that ends twice has its journal once', async () => {
  const transaction = await trader.begin('PURCHASE', 1000n)
  await Promise.all([1, 2, 3].map(() => trader.finish({ transaction, approved: true })))
  expect(await journalOf(transaction)).toHaveLength(1)
})

it('entries can be neither changed nor removed', async () => {
  const { id } = await approved('PURCHASE', 1000n)
  const { sql } = database
  await expect(sql`update ledger_entries set amount = 1 where transaction_id = ${id}`).rejects.toThrow('written once')
  await expect(sql`delete from ledger_entries where transaction_id = ${id}`).rejects.toThrow('written once')
  await expect(sql`truncate ledger_entries`).rejects.toThrow('written once')
})

/**
 * Possible events of an authorization: a capture or a void begins, or what is in progress ends, several concurrently.
 */
const capture = fc.record({
  kind: fc.constant('capture' as const),
  percent: fc.bigInt(1n, 40n),
  final: fc.nat(2).map((one) => one === 0),
})
const end = fc.record({
  kind: fc.constant('end' as const),
  from: fc.nat(2),
  approved: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
})
const outcome = fc.oneof(
  { weight: 5, arbitrary: capture },
  { weight: 5, arbitrary: end },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const) }) },
)

it('the hold of an authorization is what can still be captured, and the money what was captured', async () => {
  const lives = fc.array(outcome, { minLength: 1, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(fc.bigInt(1n, MAX_AMOUNT), lives, async (amount, life) => {
      const parent = await approved('AUTHORIZE', amount)
      const begun = [parent]
      const open: Wanted['transaction'][] = []
      for (const next of life) {
        if (next.kind === 'end') {
          const ending = open.splice(Math.min(next.from, open.length - 1), next.approved.length)
          await trader.finish(
            ...ending.map((transaction, index) => ({ transaction, approved: next.approved[index]!, fee: 1n })),
          )
        } else {
          const started = await trader.followUp(parent, await beginningOf(next, parent.id, amount))
          for (const list of [begun, open]) list.push(...(started ? [started] : []))
        }
        await expectTrueLedger(parent.id, begun)
      }
    }),
    { numRuns: 150 },
  )
}, 120_000)

type Beginning = { kind: 'capture'; percent: bigint; final: boolean } | { kind: 'void' }

/** A void is of what is not captured; a capture in progress stops it. */
async function beginningOf(
  beginning: Beginning,
  parentId: string,
  amount: bigint,
): Promise<Parameters<Trader['followUp']>[1]> {
  if (beginning.kind === 'void') {
    const [row] = await database.sql`
      select amount - captured_amount as rest from transactions
      where merchant_id = ${trader.merchantId} and id = ${parentId}`
    return { type: 'VOID', amount: row!.rest || 1n }
  }
  const { percent, final } = beginning
  return { type: 'CAPTURE', amount: (amount * percent) / 100n || 1n, final }
}

/** Compares the accounts with the parent's row, which says in words of its own what is left. */
async function expectTrueLedger(parentId: string, transactions: readonly { readonly id: string }[]): Promise<void> {
  const { merchantId } = trader
  const [balances] = await database.sql`
    select coalesce(sum(amount) filter (where debit = 'authorization-holds'), 0)
        - coalesce(sum(amount) filter (where credit = 'authorization-holds'), 0) as held,
      coalesce(sum(amount) filter (where debit = 'provider-clearing'), 0) as collected,
      coalesce(sum(amount) filter (where credit = 'fee-income'), 0) as fees
    from ledger_entries
    where merchant_id = ${merchantId} and transaction_id = any(${transactions.map(({ id }) => id)})`
  const [expected] = await database.sql`
    select case when void_state = 'DONE' then 0 when capture_state = 'CLOSED' then capturing_amount
        else amount - captured_amount end::numeric as held,
      captured_amount::numeric as collected,
      (select count(*) from transactions capture where capture.merchant_id = ${merchantId}
        and capture.parent_id = ${parentId} and transaction_type = 'CAPTURE' and status = 'APPROVED')::numeric as fees
    from transactions where merchant_id = ${merchantId} and id = ${parentId}`
  expect(balances).toEqual(expected)
}
