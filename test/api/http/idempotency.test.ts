import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notFound, RequestError } from '#domain/problem.ts'
import { post } from '#http/route.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { MERCHANT, OPERATOR, tinyApp } from './tiny-app.ts'

let database: FreshDatabase
let app: FastifyInstance
let other: FastifyInstance
let runs = 0

/** A run that names a gate says there that it has begun, and waits until the test opens it. */
interface Gate {
  readonly begun: PromiseWithResolvers<void>
  readonly open: PromiseWithResolvers<void>
}
const gates = new Map<string, Gate>()

function newGate(name: string): Gate {
  const gate = { begun: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() }
  gates.set(name, gate)
  return gate
}

const Body = Type.Object({ do: Type.String(), gate: Type.Optional(Type.String()) })

const DEEDS: Record<string, () => number> = {
  succeed: () => 200,
  miss: () => {
    throw notFound('order')
  },
  conflict: () => {
    throw new RequestError('still-running', [])
  },
  crash: () => {
    throw new Error('4111111111111111')
  },
}

const runRoute = (path: string, guard: 'merchant' | 'operator') =>
  post(path, {
    guard,
    body: Body,
    handle: async (_gateway, { body }) => {
      runs++
      const gate = gates.get(body.gate ?? '')
      gate?.begun.resolve()
      await gate?.open.promise
      return { status: DEEDS[body.do]!(), json: { run: runs } }
    },
  })

beforeAll(async () => {
  database = await freshDatabase(10)
  const routes = [
    runRoute('/api/run', 'merchant'),
    runRoute('/api/walk', 'merchant'),
    runRoute('/admin/run', 'operator'),
  ]
  app = (await tinyApp({ sql: database.sql, routes })).app
  other = (await tinyApp({ sql: database.sql, routes })).app
})
beforeEach(() => {
  runs = 0
})
afterAll(async () => {
  await app.close()
  await other.close()
  await database.drop()
})

function run(key: string, body: object | string, { url = '/api/run', headers = MERCHANT as object, on = app } = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const allHeaders = { 'content-type': 'application/json', 'idempotency-key': key, ...headers }
  return on.inject({ method: 'POST', url, headers: allHeaders, payload })
}

test('the same key and the same bytes get the first answer again with Idempotent-Replayed', async () => {
  const first = await run('again', { do: 'succeed' })
  const second = await run('again', { do: 'succeed' }, { on: other })
  expect([first.json(), first.headers['idempotent-replayed']]).toEqual([{ run: 1 }, undefined])
  expect([second.statusCode, second.json(), second.headers['idempotent-replayed']]).toEqual([200, { run: 1 }, 'true'])
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
})

test('a key in two header lines is that key, in one line that a proxy joined too', async () => {
  for (const headers of [{}, { 'idempotency-key': ['twice', 'twice'] }, { 'idempotency-key': 'twice, twice' }])
    expect((await run('twice', { do: 'succeed' }, { headers: { ...MERCHANT, ...headers } })).json()).toEqual({ run: 1 })
})

test('the same key with another body is 422, even if only a space differs', async () => {
  await run('body', { do: 'succeed' })
  const answer = await run('body', '{"do": "succeed"}')
  expect([answer.statusCode, answer.json().errors[0].property, runs]).toEqual([422, 'Idempotency-Key', 1])
})

test('keys are scoped to merchant or operator, method and path', async () => {
  await run('scope', { do: 'succeed' })
  await run('scope', { do: 'succeed' }, { headers: { authorization: 'Bearer neighbour' } })
  await run('scope', { do: 'succeed' }, { url: '/api/walk' })
  await run('scope', { do: 'succeed' }, { url: '/admin/run', headers: OPERATOR })
  expect(runs).toBe(4)
  expect((await run('scope', { do: 'succeed' }, { url: '/api/run?x=1' })).headers['idempotent-replayed']).toBe('true')
})

test('of many requests at the same instant exactly one runs; the others are 409 or get its answer', async () => {
  for (let round = 0; round < 5; round++) {
    const before = runs
    const body = { do: 'succeed', gate: `race ${round}` }
    const { begun, open } = newGate(body.gate)
    const requests = Array.from({ length: 8 }, (_, index) =>
      run(`race ${round}`, body, { on: index % 2 ? app : other }),
    )
    await begun.promise
    const early = await run(`race ${round}`, body)
    open.resolve()
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
    expect([early.statusCode, runs]).toEqual([409, before + 1])
    expect(statuses.filter((status) => status === 200)).not.toHaveLength(0)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect((await run(`race ${round}`, body)).statusCode).toBe(200)
  }
})

test('while the first is still running, 409 with Retry-After', async () => {
  const body = { do: 'succeed', gate: 'running' }
  const { begun, open } = newGate(body.gate)
  const first = run('running', body)
  await begun.promise
  const second = await run('running', body)
  open.resolve()
  expect([second.statusCode, second.headers['retry-after'], (await first).statusCode]).toEqual([409, '1', 200])
})

test('the key of a process that died is taken over, by the same body only, and within a minute', async () => {
  const body = { do: 'succeed', gate: 'dead' }
  const dying = newGate('dead')
  const dead = run('dead', body)
  await dying.begun.promise
  const [row] = await database.sql<{ seconds: number }[]>`
    with held as (select extract(epoch from held_until - now())::float8 as seconds from idempotency_keys
      where held_until is not null
    ), ended as (
      update idempotency_keys set held_until = now() - interval '1 second' where held_until is not null
    )
    select seconds from held`
  expect(row!.seconds).toBeLessThan(60)
  expect((await run('dead', { do: 'miss' })).statusCode).toBe(422)
  const taking = newGate('dead')
  const takers = [run('dead', body), run('dead', body)]
  await taking.begun.promise
  expect((await Promise.race(takers)).statusCode).toBe(409)
  taking.open.resolve()
  dying.open.resolve()
  const answers = await Promise.all([...takers, dead])
  const taken = answers.slice(0, 2).find(({ statusCode }) => statusCode === 200)!
  expect((await run('dead', body)).json()).toEqual(taken.json())
})

test('after 24 hours a key is new', async () => {
  await run('old', { do: 'succeed' })
  await database.sql`update idempotency_keys set created_at = now() - interval '25 hours'`
  expect((await run('old', { do: 'succeed', wait: 0 })).json()).toEqual({ run: 2 })
})

test('404 and 422 are kept; 409 and 5xx are not', async () => {
  const replays = async (deed: string, body: object = { do: deed }) => {
    await run(`kept ${deed}`, body)
    return (await run(`kept ${deed}`, body)).headers['idempotent-replayed']
  }
  expect(await replays('miss')).toBe('true')
  expect(await replays('invalid', { do: 1 })).toBe('true')
  expect(await replays('conflict')).toBeUndefined()
  expect(await replays('crash')).toBeUndefined()
})

test('path, key, body and answer are not readable in the database, and an answer opens in its own row only', async () => {
  await run('twin', { do: 'succeed' })
  await run('sealed', { do: 'succeed' })
  const [row, twin] = await database.sql`select * from idempotency_keys order by created_at desc limit 2`
  const text = JSON.stringify(row) + Buffer.from(row!.sealed_answer).toString('latin1')
  for (const clear of ['/api/run', 'sealed"', 'succeed', '"run"']) expect(text).not.toContain(clear)
  await database.sql`update idempotency_keys set sealed_answer = ${twin!.sealed_answer} where key = ${row!.key}`
  expect((await run('sealed', { do: 'succeed' })).statusCode).toBe(500)
})

test('without the header nothing is stored', async () => {
  const [before] = await database.sql`select count(*) from idempotency_keys`
  await app.inject({ method: 'POST', url: '/api/run', headers: MERCHANT, payload: { do: 'succeed' } })
  expect(await database.sql`select count(*) from idempotency_keys`).toEqual([before])
})
