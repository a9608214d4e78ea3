import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transaction } from '#domain/transaction.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader, type Trader } from '#test/ledger.ts'
import { eraseFromSearch, indexPayments } from '../search/payment-search.ts'
import { countTransactions, listTransactions, type TransactionFilter } from './transaction-lists.ts'

const STEP = { windowSeconds: 3600, lookBackSeconds: 60, isThorough: true }
const COUNT = 60

let database: FreshDatabase
let trader: Trader
let all: Transaction[]

beforeAll(async () => {
  database = await freshDatabase()
  trader = await newTrader(database.sql)
  const late: Transaction[] = []
  for (let index = 0; index < COUNT; index += 1) {
    const transaction = await insertOne(trader, index)
    if (index % 4 === 1) await end(trader, transaction, index)
    if (index % 4 === 2) late.push(transaction)
  }
  await indexPayments(database.sql, STEP)
  // These ended since: the worker knows them, and not yet how they ended.
  for (const [index, transaction] of late.entries()) await end(trader, transaction, index)
  // The worker has not come to these yet, the latest and one that began in between and committed late.
  for (let index = COUNT; index < COUNT + 12; index += 1) await insertOne(trader, index)
  await database.sql`
    update transactions set captured_amount = amount, refunded_amount = 1 where status = 'APPROVED' and amount % 2 = 0`
  all = await listTransactions(database.sql, trader.merchantId, {}, 100)
})
afterAll(() => database.drop())

/** Approved or declined, by one of two accounts and with one of three cards. */
function end({ finish }: Trader, transaction: Transaction, index: number): Promise<void> {
  const paymentMethod = { ...transaction.paymentMethod, hash: `hash${index % 3}` }
  const processingResult = { ...transaction.processingResult, paymentProviderAccountId: `acc_${index % 2}` }
  return finish({ transaction: { ...transaction, paymentMethod, processingResult }, approved: index % 3 === 0 })
}

/** Every third at the same instant as its neighbor. */
async function insertOne({ merchantId, begin }: Trader, index: number): Promise<Transaction> {
  const transaction = await begin(index % 7 === 0 ? 'PAYOUT' : 'PURCHASE', BigInt(1000 + (index % 5)))
  const { id } = transaction
  const age = index < COUNT ? 600 - Math.floor(index / 3) : Math.floor((COUNT + 12 - index) / 3)
  const masked = `400000******000${index % 4}`
  await database.sql`
    update transactions set created_at = date_trunc('second', now()) - make_interval(secs => ${age}),
      reference = ${`Order-${index}`}, transaction_type = case when ${index % 5 === 3} then 'REFUND' else transaction_type end, terminal_id = ${`ter_${index % 3}`}, currency = ${index % 2 ? 'EUR' : 'KWD'},
      payment_method = payment_method || jsonb_build_object('masked', ${masked}::text, 'brand', 'visa'),
      customer = jsonb_build_object('id', ${`cus_${index % 6}`}::text, 'email', ${`Ada${index % 6}@shop.example`}::text,
        'firstName', 'Ada', 'lastName', ${`Lovelace${index % 4}`}::text)
    where merchant_id = ${merchantId} and id = ${id}`
  return { ...transaction, paymentMethod: { ...transaction.paymentMethod, masked, brand: 'visa' } }
}

const some = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })

const filters: fc.Arbitrary<TransactionFilter> = fc.record({
  terminalId: some(['ter_0', 'ter_1', 'ter_9']),
  lastFour: some(['0001', '0002']),
  email: some(['ada1@shop.example', 'ADA2@SHOP.EXAMPLE']),
  customerId: some(['cus_1', 'cus_4']),
  referencePrefix: some(['order-1', 'ORDER-', 'none']),
  customerName: some(['lovelace1', 'Ada Love', 'ada x']),
  amountFrom: some([1000n, 1002n]),
  amountTo: some([1002n, 1003n]),
  amounts: some([[{ amount: 1001n, currencies: ['EUR'] }], [{ amount: 1003n, currencies: ['KWD', 'EUR'] }]]),
  currency: some(['EUR', 'KWD']),
  transactionType: some(['PAYOUT', 'PURCHASE', 'REFUND'] as const),
  brand: some(['visa', 'amex'] as const),
  paymentMethod: some(['card', 'UPI']),
  status: some(['APPROVED', 'DECLINED', 'PENDING', 'CANCELED'] as const),
  processingCode: some(['0000', '1000']),
  providerAccountId: some(['acc_0', 'acc_1', 'acc_9']),
  cardHash: some(['hash0', 'hash1', 'hash9']),
  refunded: some([true] as const),
  counted: some([true] as const),
  originals: some([true] as const),
})

function fits(filter: TransactionFilter): (one: Transaction) => boolean {
  const { amounts, email } = filter
  return (one) =>
    (filter.terminalId ?? one.terminalId) === one.terminalId &&
    (filter.lastFour ?? one.paymentMethod.masked!.slice(-4)) === one.paymentMethod.masked!.slice(-4) &&
    (email ?? one.customer.email!).toLowerCase() === one.customer.email!.toLowerCase() &&
    (filter.customerId ?? one.customer.id) === one.customer.id &&
    one.reference.toLowerCase().startsWith((filter.referencePrefix ?? '').toLowerCase()) &&
    namesOf(one).some((name) => name.startsWith((filter.customerName ?? '').toLowerCase())) &&
    (filter.amountFrom ?? 0n) <= one.amount &&
    (filter.amountTo ?? one.amount) >= one.amount &&
    (amounts === undefined || amounts.some((a) => a.amount === one.amount && a.currencies.includes(one.currency))) &&
    (filter.currency ?? one.currency) === one.currency &&
    (filter.transactionType ?? one.transactionType) === one.transactionType &&
    (!filter.originals || one.transactionType !== 'REFUND') &&
    (filter.brand ?? one.paymentMethod.brand) === one.paymentMethod.brand &&
    (filter.paymentMethod ?? one.paymentMethod.type) === one.paymentMethod.type &&
    fitsEnding(filter, one)
}

function fitsEnding(filter: TransactionFilter, one: Transaction): boolean {
  const account = one.processingResult.paymentProviderAccountId
  return (
    (filter.status ?? one.status) === one.status &&
    (!filter.refunded || one.refundedAmount > 0n) &&
    (!filter.counted || (one.status !== 'PENDING' && one.transactionType === 'PURCHASE')) &&
    (filter.processingCode ?? one.processingCode) === one.processingCode &&
    (filter.providerAccountId ?? account) === account &&
    (filter.cardHash ?? one.paymentMethod.hash) === one.paymentMethod.hash
  )
}

const namesOf = ({ customer: { firstName, lastName } }: Transaction) =>
  [`${firstName} ${lastName}`, lastName!].map((name) => name.toLowerCase())

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

it('every filter finds what fits it, gathered or not, and pages in both directions repeat and leave out nothing', async () => {
  expect(all).toHaveLength(COUNT + 12)
  const { merchantId } = trader
  const property = fc.asyncProperty(filters, fc.integer({ min: 1, max: 9 }), async (filter, size) => {
    const expected = idsOf(all.filter(fits(filter)))
    const list = (place: TransactionFilter) => listTransactions(database.sql, merchantId, { ...filter, ...place }, size)
    const older: Transaction[] = []
    for (let page = await list({}); page.length > 0; page = await list({ after: page.at(-1) })) older.push(...page)
    expect(idsOf(older)).toEqual(expected)
    if (expected.length === 0) return
    const newer = [older.at(-1)!]
    for (let page = await list({ before: newer[0] }); page.length > 0; page = await list({ before: newer[0] }))
      newer.unshift(...page)
    expect(idsOf(newer)).toEqual(expected)
    expect(await countTransactions(database.sql, merchantId, filter, 30)).toBe(Math.min(expected.length, 30))
  })
  await fc.assert(property, { numRuns: 100 })
})

it('gathering again changes nothing, and another merchant finds nothing', async () => {
  await indexPayments(database.sql, { ...STEP, lookBackSeconds: 3600 })
  const stranger = await newTrader(database.sql)
  expect(idsOf(await listTransactions(database.sql, trader.merchantId, { amountFrom: 1n }, 100))).toEqual(idsOf(all))
  expect(await listTransactions(database.sql, stranger.merchantId, { amountFrom: 1n }, 100)).toEqual([])
})

it('an erased email and name are found nowhere, also if the payment is gathered later', async () => {
  const other = await newTrader(database.sql)
  const { merchantId } = other
  const email = { email: 'ada0@shop.example' }
  await insertOne(other, 0)
  await indexPayments(database.sql, { ...STEP, lookBackSeconds: 3600 })
  await insertOne(other, COUNT)
  const name = { customerName: 'lovelace0' }
  expect(await listTransactions(database.sql, merchantId, email, 10)).toHaveLength(2)
  expect(await listTransactions(database.sql, merchantId, name, 10)).toHaveLength(2)
  await database.sql.begin((sql) => eraseFromSearch(sql, merchantId, 'cus_0'))
  expect(await listTransactions(database.sql, merchantId, email, 10)).toEqual([])
  expect(await listTransactions(database.sql, merchantId, name, 10)).toEqual([])
  await indexPayments(database.sql, { ...STEP, lookBackSeconds: 3600 })
  expect(await listTransactions(database.sql, merchantId, email, 10)).toEqual([])
  expect(await listTransactions(database.sql, merchantId, name, 10)).toEqual([])
  const kept = await database.sql`
    select email, customer_name, last_name from payment_search where merchant_id = ${merchantId}`
  expect(kept).toEqual(Array.from({ length: 2 }, () => ({ email: null, customer_name: null, last_name: null })))
})

it('rows that a release without beginnings wrote are found by them after the next step', async () => {
  const { merchantId } = trader
  const find = () => listTransactions(database.sql, merchantId, { referencePrefix: 'order-1', status: 'DECLINED' }, 100)
  const before = idsOf(await find())
  expect(before.length).toBeGreaterThan(0)
  await database.sql`
    update payment_search set reference = null, customer_name = null, last_name = null where merchant_id = ${merchantId}`
  expect(idsOf(await find()).length).toBeLessThan(before.length)
  await indexPayments(database.sql, STEP)
  expect(idsOf(await find())).toEqual(before)
})

it('rows that a release with other spellings wrote are found however they are typed after the next step', async () => {
  const { merchantId } = trader
  const { id } = all[30]!
  const customer = { email: ' Eva@MÜNCHEN.example', firstName: 'Zoe\u0308', lastName: 'O’Neil' }
  await database.sql`
    update transactions set customer = ${JSON.stringify(customer)}::jsonb, plain_email = null, reference = 'Café-30'
    where merchant_id = ${merchantId} and id = ${id}`
  await database.sql`
    update payment_search set email = ' eva@münchen.example', customer_name = 'zoë o’neil', last_name = 'o’neil',
      reference = 'café-30', is_plain = null
    where merchant_id = ${merchantId} and id = ${id}`
  await indexPayments(database.sql, STEP)
  const found = async (filter: TransactionFilter) =>
    idsOf(await listTransactions(database.sql, merchantId, filter, 2)).includes(id)
  for (const filter of [
    { email: 'eva@xn--mnchen-3ya.example' },
    { email: 'eva@münchen.example', reference: 'Café-30' },
    { customerName: "ZOE O'Neil" },
    { customerName: 'O`Neil' },
    { plainReference: 'cafe-30' },
    { referencePrefix: 'CAFE\u0301' },
  ])
    expect([filter, await found(filter)]).toEqual([filter, true])
})
