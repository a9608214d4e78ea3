import { expect, it } from 'vitest'
import { namer } from './shard-names.ts'

const atShard = namer(
  new Map([
    ['attempts', 'attempts_7'],
    ['events', 'events_8'],
    ['sessions', 'sessions_9'],
    ['simulator.charges', 'pg_temp.charges'],
  ]),
)

it('a table of a shard keeps the name that the rest of the statement knows it by', () => {
  expect(atShard('select attempts.number from attempts where attempts.state = 1')).toBe(
    'select attempts.number from attempts_7 as attempts where attempts.state = 1',
  )
  expect(atShard('insert into events (event_id)')).toBe('insert into events_8 as events (event_id)')
  expect(atShard('update sessions set tries = tries + 1 from wanted')).toBe(
    'update sessions_9 as sessions set tries = tries + 1 from wanted',
  )
  expect(atShard('delete from sessions')).toBe('delete from sessions_9 as sessions')
})

it('another name that the statement gives it stays', () => {
  expect(atShard('from attempts attempt join events as told on true')).toBe(
    'from attempts_7 attempt join events_8 as told on true',
  )
  expect(atShard('delete from sessions held using moved')).toBe('delete from sessions_9 held using moved')
})

it('a table of another schema is known without it', () => {
  expect(atShard('select charges.state from simulator.charges')).toBe(
    'select charges.state from pg_temp.charges as charges',
  )
  expect(atShard('from simulator.charges charge')).toBe('from pg_temp.charges charge')
})

it('columns, row types and locks of the same name are no tables', () => {
  const text = 'update deliveries set attempts = attempts + 1 where null::events is null for update of sessions'
  expect(atShard(text)).toBe(text)
})
