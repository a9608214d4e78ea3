import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayNumber, type SealedLedger, startSealedLedger } from './sealed-ledger.ts'

let ledger: SealedLedger
let day: string
/** Condition on an entry of the altered day. */
let ofDay: string
beforeAll(async () => {
  ledger = await startSealedLedger([40, 9, 3])
  day = ledger.days[1]!
  ofDay = `(posted_at at time zone 'UTC')::date = '${day}'`
}, 120_000)
afterEach(() => ledger.restore())
afterAll(() => ledger.close())

const contents = (of: string) => `sealed-day-differs-from-entries EUR ${of}`
const chain = (of: string) => `seal-differs-from-chain EUR ${of}`
const seals = () => ledger.database.sql`select * from ledger_seals order by merchant_id, currency, day`

it('a true ledger is verified every night, and its seals stay', { tags: ['full'], timeout: 300_000 }, async () => {
  const sealed = await seals()
  for (let night = 0; night < 60; night += 1) expect(await ledger.night(night)).toEqual([])
  expect(await ledger.command()).toEqual([])
  expect(await seals()).toEqual(sealed)
})

it('seals each closed day with entries, and not today', async () => {
  expect(ledger.days).toHaveLength(3)
  const closed = await ledger.database.sql`
    select merchant_id, currency, day from ledger_days order by merchant_id, currency, day`
  expect((await seals()).map(({ merchant_id, currency, day: of }) => ({ merchant_id, currency, day: of }))).toEqual(
    closed,
  )
})

/** What the command and the night of the altered day find, and other nights. */
async function found() {
  const others = [1, 7, 29].map((later) => dayNumber(day) + later)
  const byOthers = []
  for (const night of others) byOthers.push(...(await ledger.night(night)))
  return {
    command: await ledger.command(),
    night: await ledger.night(dayNumber(day) + 3000),
    everyNight: [...new Set(byOthers)],
  }
}

/** Each in the day sealed second, with the name of the check that only a seal makes possible. */
describe('is found by the command and by the night of its day', () => {
  const FIRST = () => `(select min(transaction_id) from ledger_entries where ${ofDay})`
  it.each([
    [
      'an altered amount',
      () => `update ledger_entries set amount = amount + 1 where ${ofDay} and line = 1 and transaction_id = ${FIRST()}`,
    ],
    ['a removed entry', () => `delete from ledger_entries where ${ofDay} and line = 1 and transaction_id = ${FIRST()}`],
    [
      'an added entry',
      () => `insert into ledger_entries select merchant_id, transaction_id, 99, debit, credit, 5, currency,
        provider_account_id, posted_at from ledger_entries where ${ofDay} and line = 1 limit 1`,
    ],
    ['swapped sides', () => `update ledger_entries set debit = credit, credit = debit where ${ofDay} and line = 1`],
    [
      'a moment moved by a microsecond',
      () => `update ledger_entries set posted_at = posted_at + interval '1 microsecond' where ${ofDay}`,
    ],
    [
      'another provider account',
      () => `update ledger_entries set provider_account_id = 'acc_other' where ${ofDay} and line = 1`,
    ],
    [
      'an entry on another day',
      () => `update ledger_entries set posted_at = posted_at + interval '6 days' where ${ofDay} and line = 1`,
    ],
  ])('%s', async (_what, statement) => {
    await ledger.alter(statement())
    const { command, night } = await found()
    expect(command).toContain(contents(day))
    expect(night).toContain(contents(day))
  })

  it('a day replaced by consistent rows, with its transactions', async () => {
    const renamed = (table: string, where: string) =>
      `update ${table} set transaction_id = transaction_id || 'x' where transaction_id in (${where})`
    const ids = `select id from kept_transactions where (finished_at at time zone 'UTC')::date = '${day}'`
    await ledger.alter(`
      ${['attempts', 'simulator.charges', 'ledger_entries'].map((table) => renamed(table, ids)).join('; ')};
      update transactions set parent_id = parent_id || 'x' where parent_id in (${ids});
      update transactions set id = id || 'x' where id in (${ids})`)
    expect(await found()).toEqual({ command: [contents(day)], night: [contents(day)], everyNight: [] })
  })

  it('an approval without entries', async () => {
    await ledger.alter(`delete from ledger_entries where transaction_id = ${FIRST()}`)
    const { command, night } = await found()
    for (const checks of [command, night])
      expect(checks.filter((check) => check.startsWith('journal-differs-from-transaction'))).toHaveLength(1)
  })
})

describe('is found every night', () => {
  it('an altered sum', async () => {
    await ledger.alter(`update ledger_days set gross = gross + 1 where day = '${day}'`)
    const { command, everyNight } = await found()
    expect(command).toEqual(['closed-day-differs-from-entries EUR', chain(day)])
    expect(everyNight).toEqual([chain(day)])
  })

  it('an altered, removed or copied seal', async () => {
    const [, , last] = ledger.days
    await ledger.alter(`update ledger_seals set seal = sha256(seal) where day = '${day}'`)
    expect((await found()).everyNight).toEqual([chain(day), chain(last!)])
    await ledger.restore()
    await ledger.alter(`delete from ledger_seals where day = '${day}'`)
    expect(await ledger.command()).toEqual([chain(day), chain(last!)])
    await ledger.restore()
    await ledger.alter(`
      update ledger_seals set seal = other.seal from ledger_seals other
      where ledger_seals.day = '${day}' and other.day = '${last}'`)
    expect((await found()).everyNight).toEqual([chain(day), chain(last!)])
  })

  it('entries changed together with content, seal and sum, because later seals build on them', async () => {
    await ledger.alter(`update ledger_entries set amount = amount + 1 where ${ofDay} and line = 1`)
    await ledger.alter(`update ledger_seals set content = sha256(content), seal = sha256(seal) where day = '${day}'`)
    expect((await found()).everyNight).toContain(chain(ledger.days[2]!))
  })
})
