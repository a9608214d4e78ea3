import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeNextDay } from '#flows/ledger/close-day.ts'
import { runVerification } from '#flows/ledger/proofs.ts'
import { findLastProof } from '#store/ledger/ledger-proofs.ts'
import { sealDay } from '#store/ledger/ledger-seals.ts'
import { dayNumber, type SealedLedger, startSealedLedger } from './sealed-ledger.ts'

let ledger: SealedLedger
/** The day that is altered, and the sealed day after it. */
let day: string
let later: string
/** Condition on its entries. */
let ofDay: string
/** An approved purchase of it. */
let sold: string
beforeAll(async () => {
  ledger = await startSealedLedger([40, 9, 3])
  day = ledger.days[1]!
  later = ledger.days[2]!
  ofDay = `(posted_at at time zone 'UTC')::date = '${day}'`
  sold = `(select transaction_id from kept_ledger_entries where ${ofDay} and debit = 'provider-clearing' and amount = 5000)`
}, 120_000)
afterEach(() => ledger.restore())
afterAll(() => ledger.close())

const contents = (of: string) => `sealed-day-differs-from-entries EUR ${of}`
const chain = (of: string) => `seal-differs-from-chain EUR ${of}`
const seals = () =>
  ledger.database.sql`
    select merchant_id, currency, day::text, entries, content, seal from ledger_seals order by merchant_id, currency, day`
const isOfNights = (check: string) => !check.startsWith('clearing-differs')

/** Failed checks of the command, and of the night of the altered day. */
async function found() {
  return { command: await ledger.command(), night: await ledger.night(dayNumber(day) + 3000) }
}

/** Failed checks of the command, and of nights of other days. */
async function alwaysFound() {
  const others = [await ledger.night(dayNumber(day) + 1), await ledger.night(dayNumber(day) + 29)]
  expect(others[1]).toEqual(others[0])
  return { command: await ledger.command(), others: others[0] }
}

it('a true ledger is verified every night, and its seals stay', { tags: ['full'], timeout: 300_000 }, async () => {
  const sealed = await seals()
  for (let night = 0; night < 60; night += 1) expect(await ledger.night(night)).toEqual([])
  expect(await ledger.command()).toEqual([])
  expect(await seals()).toEqual(sealed)
})

it('every closed day of a merchant with entries is sealed', async () => {
  expect(ledger.days).toHaveLength(3)
  const closed = await ledger.database.sql`
    select merchant_id, currency, day::text from ledger_days order by merchant_id, currency, day`
  expect(closed).toHaveLength(4)
  expect((await seals()).map(({ merchant_id, currency, day: of }) => ({ merchant_id, currency, day: of }))).toEqual(
    closed,
  )
})

describe('an alteration of a sealed day is found by the command and by the night of its day:', () => {
  it.each([
    ['an amount', () => `update ledger_entries set amount = amount + 1 where line = 1 and transaction_id = ${sold}`],
    ['a removed entry', () => `delete from ledger_entries where line = 1 and transaction_id = ${sold}`],
    [
      'an added entry',
      () => `insert into ledger_entries select merchant_id, transaction_id, 99, debit, credit, 5, currency,
        provider_account_id, posted_at from ledger_entries where line = 1 and transaction_id = ${sold}`,
    ],
    ['swapped sides', () => `update ledger_entries set debit = credit, credit = debit where ${ofDay} and line = 1`],
  ])('%s', async (_what, statement) => {
    await ledger.alter(statement())
    const { command, night } = await found()
    expect(command).toContain(contents(day))
    expect(night).toEqual(command.filter(isOfNights))
  })

  it.each([
    ['a transaction without entries', () => `delete from ledger_entries where transaction_id = ${sold}`, 'journal-'],
    [
      'a captured sum',
      () => `update transactions set captured_amount = captured_amount - 1 where id = ${sold}`,
      'sums-',
    ],
    [
      'a hold',
      () => `update ledger_entries set amount = amount + 1 where ${ofDay} and credit = 'authorization-holds'`,
      'hold-',
    ],
    ['a charge', () => `update simulator.charges set amount = 1 where transaction_id = ${sold}`, 'approved-but-not-'],
    [
      'a second charge',
      () => `insert into simulator.charges select (jsonb_populate_record(charge, '{"attempt_id":"att_twice"}')).*
        from simulator.charges charge where transaction_id = ${sold}`,
      'charged-but-not-',
    ],
  ])('%s', async (_what, statement, check) => {
    await ledger.alter(statement())
    const { command, night } = await found()
    expect(command).toContainEqual(expect.stringMatching(new RegExp(`^${check}`)))
    expect(night).toEqual(command.filter(isOfNights))
  })

  it('any column of an entry', async () => {
    const columns = await ledger.database.sql<{ name: string; type: string }[]>`
      select column_name as name, data_type as type from information_schema.columns where table_name = 'ledger_entries'`
    expect(columns).toHaveLength(9)
    for (const { name, type } of columns) {
      const change = type === 'text' ? `|| 'x'` : type.startsWith('timestamp') ? `+ interval '1 microsecond'` : '+ 20'
      await ledger.alter(
        `update ledger_entries set ${name} = ${name} ${change} where line = 1 and transaction_id = ${sold}`,
      )
      expect(await ledger.command(), name).toContain(contents(day))
      await ledger.restore()
    }
  })

  it('rows that agree with each other, with their transactions', async () => {
    const ids = `select id from kept_transactions where (finished_at at time zone 'UTC')::date = '${day}'`
    const renamed = ['attempts', 'simulator.charges', 'ledger_entries'].map(
      (table) => `update ${table} set transaction_id = transaction_id || 'x' where transaction_id in (${ids})`,
    )
    await ledger.alter(`${renamed.join('; ')};
      update transactions set parent_id = parent_id || 'x' where parent_id in (${ids});
      update transactions set id = id || 'x' where id in (${ids})`)
    expect(await found()).toEqual({ command: [contents(day)], night: [contents(day)] })
    expect((await alwaysFound()).others).toEqual([])
  })

  it('an entry, though an earlier day of another merchant is not sealed', async () => {
    await ledger.alter(`
      delete from ledger_seals where merchant_id in (select merchant_id from ledger_days group by 1 having count(*) = 1);
      update ledger_entries set provider_account_id = 'acc_other' where ${ofDay}`)
    const { command, night } = await found()
    expect(command).toContain(contents(day))
    expect(night).toContain(contents(day))
  })

  it('an entry, by the night after one that was missed', async () => {
    await ledger.alter(`update ledger_entries set provider_account_id = 'acc_other' where ${ofDay}`)
    expect(await ledger.night(dayNumber(day) + 31, dayNumber(day) + 30)).toContain(contents(day))
  })

  it('once in any thirty nights', { tags: ['full'], timeout: 300_000 }, async () => {
    await ledger.alter(`update ledger_entries set provider_account_id = 'acc_other' where ${ofDay}`)
    const nights = []
    for (let night = 20_000; night < 20_030; night += 1) nights.push(await ledger.night(night))
    expect(nights.filter((checks) => checks.includes(contents(day)))).toHaveLength(1)
    expect(nights.filter((checks) => checks.length > 0)).toHaveLength(1)
  })

  it('any amount of any entry', { tags: ['full'], timeout: 300_000 }, async () => {
    const entries = await ledger.database.sql<{ transaction_id: string; line: number; of: string }[]>`
      select transaction_id, line, (posted_at at time zone 'UTC')::date::text as of from ledger_entries`
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...entries), fc.integer({ min: 1, max: 1_000_000 }), async (entry, amount) => {
        const { transaction_id: id, line, of } = entry
        await ledger.alter(`
          update ledger_entries set amount = amount + ${amount} where transaction_id = '${id}' and line = ${line}`)
        expect(await ledger.command()).toContain(contents(of))
        expect(await ledger.night(dayNumber(of))).toContain(contents(of))
        await ledger.restore()
      }),
      { numRuns: 25 },
    )
  })
})

describe('is found by the command and every night:', () => {
  it('an altered sum', async () => {
    await ledger.alter(`update ledger_days set gross = gross + 1 where day = '${day}'`)
    const { command, others } = await alwaysFound()
    expect(command).toEqual(['closed-day-differs-from-entries EUR', chain(day)])
    expect(others).toEqual([chain(day)])
  })

  it.each([
    ['an altered seal', () => `update ledger_seals set seal = sha256(seal) where day = '${day}'`],
    ['a removed seal', () => `delete from ledger_seals where day = '${day}'`],
    [
      'a copied seal',
      () => `update ledger_seals set seal = other.seal from ledger_seals other
        where ledger_seals.day = '${day}' and other.day = '${later}'`,
    ],
  ])('%s', async (_what, statement) => {
    await ledger.alter(statement())
    const { command, others } = await alwaysFound()
    expect(command).toEqual([chain(day), chain(later)])
    expect(others).toEqual([chain(day), chain(later)])
  })
})

it('a day that closes later is sealed once by several verifications, and not after a discrepancy', async () => {
  await ledger.tradeAgo(2)
  await ledger.alter(`update gathering_marks set reached = '${later}'::date + 1 where name = 'ledger'`)
  const before = await seals()
  expect(await ledger.night(20_000)).toEqual([])
  while (await closeNextDay(ledger.gateway));
  await ledger.alter(`update ledger_seals set content = sha256(content) where day = '${later}'`)
  expect(await ledger.command()).not.toEqual([])
  expect(await seals()).toHaveLength(before.length)
  await ledger.alter(`
    update ledger_seals set content = kept.content from kept_ledger_seals kept
    where (kept.merchant_id, kept.day) = (ledger_seals.merchant_id, ledger_seals.day)`)
  expect(await Promise.all([ledger.night(20_001), ledger.night(20_001), ledger.command()])).toEqual([[], [], []])
  const after = await seals()
  expect(after).toHaveLength(before.length + 1)
  expect(await ledger.command()).toEqual([])
  expect(await seals()).toEqual(after)
})

it('a discrepancy of a merchant leaves the days of another to be sealed', async () => {
  const [other] = await ledger.database.sql<[{ id: string }]>`
    select merchant_id as id from ledger_days group by merchant_id having count(*) = 1`
  const before = await seals()
  await ledger.alter(`
    delete from ledger_seals where merchant_id = '${other.id}' or day = '${later}';
    update ledger_entries set provider_account_id = 'acc_other' where ${ofDay}`)
  expect(await ledger.command()).toContain(contents(day))
  expect(await seals()).toEqual(before.filter(({ merchant_id, day: of }) => merchant_id === other.id || of !== later))
})

it('a day is not sealed before the days of its merchant that are older', async () => {
  await ledger.alter(`delete from ledger_seals where day >= '${day}'`)
  const [{ merchants }] = await ledger.database.sql<[{ merchants: string[] }]>`
    select array_agg(distinct merchant_id) as merchants from ledger_days`
  const to = new Date(Date.parse(later) + 86_400_000).toISOString().slice(0, 10)
  await sealDay(ledger.gateway.sql, { from: later, to }, merchants)
  expect((await seals()).filter(({ day: of }) => of >= day)).toEqual([])
})

it('what was found is stored, though days cannot be sealed', async () => {
  const { sql } = ledger.database
  await ledger.alter(`
    delete from ledger_seals where merchant_id in (select merchant_id from ledger_days group by 1 having count(*) = 1);
    update ledger_entries set provider_account_id = 'acc_other' where ${ofDay}`)
  await sql`alter table ledger_seals add constraint no_more check (false) not valid`
  await expect(runVerification(ledger.gateway, new AbortController().signal)).rejects.toThrow('no_more')
  await sql`alter table ledger_seals drop constraint no_more`
  expect((await findLastProof(sql))!.discrepancies).toBeGreaterThan(0)
})

it('what a night has found is shown until a complete verification finds nothing', async () => {
  const { sql } = ledger.database
  await sql`delete from ledger_proofs`
  let hours = 0
  const end = async (id: string, discrepancies: number) => {
    hours += 1
    const beganAt = new Date(Date.UTC(2026, 0, 1, hours))
    await sql`
      insert into ledger_proofs (proof_id, began_at, ended_at, transactions, discrepancies)
      values (${id}, ${beganAt}, ${beganAt}, 9, ${discrepancies})`
    return (await findLastProof(sql))!.discrepancies
  }
  expect(await end('night 2026-01-01', 2)).toBe(2)
  expect(await end('night 2026-01-02', 0)).toBe(2)
  expect(await end('prf_1', 1)).toBe(2)
  expect(await end('prf_2', 0)).toBe(0)
  expect(await end('night 2026-01-03', 0)).toBe(0)
})
