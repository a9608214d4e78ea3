import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { isUnavailableError } from './availability.ts'
import { type Database, openDatabase } from './database.ts'
import { withLongTimeout } from './time-limits.ts'

const LIMIT_SECONDS = 1

let database: FreshDatabase
let pool: Database
beforeAll(async () => {
  database = await freshDatabase(2)
  pool = openDatabase(database.url, 'limits', 2, LIMIT_SECONDS)
})
afterAll(async () => {
  await pool?.end({ timeout: 1 })
  await database?.drop()
})

const timed = async (act: () => PromiseLike<unknown>) => {
  const began = Date.now()
  const error = await act().then(
    () => undefined,
    (failure: unknown) => failure,
  )
  return { error, seconds: (Date.now() - began) / 1000 }
}

describe('a statement', () => {
  it('that waits too long for a lock is canceled, and its caller may try again', async () => {
    await database.sql.begin(async (holder) => {
      await holder`lock table order_references in access exclusive mode`
      const { error, seconds } = await timed(() => pool`select 1 from order_references`)
      expect(isUnavailableError(error)).toBe(true)
      expect(seconds).toBeLessThan(LIMIT_SECONDS + 2)
    })
    expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('that takes too long is canceled', async () => {
    const { error } = await timed(() => pool`select pg_sleep(10)`)
    expect(error).toMatchObject({ code: '57014' })
  })

  it('on whole tables has the time it needs', async () => {
    const answer = await withLongTimeout(pool, (slow) => slow`select 1 as one from pg_sleep(${LIMIT_SECONDS * 2})`)
    expect(answer).toEqual([{ one: 1 }])
  })
})

it('the limits of the gateway leave no call waiting indefinitely', async () => {
  const usual = openDatabase(database.url, 'usual', 1)
  const limits = await usual`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`
  expect(limits).toEqual([{ statement: '15s', idle: '1min' }])
  await usual.end()
})
