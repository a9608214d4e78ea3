// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'

const AWAY_SECONDS = 15

let database: FreshDatabase
let elsewhere: Database
let gateway: RestartableGateway
beforeAll(async () => {
  database = await freshDatabase()
  const other = Object.assign(new URL(database.superuserUrl), { pathname: '/postgres' })
  elsewhere = openDatabase(other.href, 'away', 1)
  gateway = await openRestartableGateway({ DATABASE_URL: database.url, WORKERS: '1' })
}, 120_000)
afterAll(async () => {
  await gateway?.close()
  await elsewhere?.end()
  await database?.drop()
})

const countLines = (text: string) => gateway.output().split(`"${text}"`).length - 1

test('each process writes a line when the database goes and one when it is back', { timeout: 120_000 }, async () => {
  const name = new URL(database.url).pathname.slice(1)
  const { merchant, auth_url: authUrl, realm } = await gateway.demo()
  const form = {
    grant_type: 'client_credentials',
    client_id: merchant.client_id,
    client_secret: merchant.client_secret,
  }
  const tokens = `${authUrl}/realms/${realm}/protocol/openid-connect/token`
  const ask = () => fetch(tokens, { method: 'POST', body: new URLSearchParams(form) })
  const token = ((await (await ask()).json()) as { access_token: string }).access_token
  const before = gateway.output().length
  await elsewhere`alter database ${elsewhere(name)} allow_connections false`
  await elsewhere`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`
  for (const until = Date.now() + AWAY_SECONDS * 1000; Date.now() < until; await sleep(50)) {
    const headers = { authorization: `Bearer ${token}` }
    const list = await fetch(`${gateway.baseUrl}/api/transactions`, { headers })
    expect([(await ask()).status, list.status]).toEqual([503, 503])
  }
  await elsewhere`alter database ${elsewhere(name)} allow_connections true`
  await eventually('both processes to have the database', 30, async () => countLines('database available again') === 2)
  const lines = gateway
    .output()
    .slice(before)
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const others = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg !== 'request' && msg !== 'requests omitted from the request log')
  expect(others.map(({ process, msg }) => `${process}: ${msg}`).sort()).toEqual([
    'api: database available again',
    'api: database unavailable',
    'worker: database available again',
    'worker: database unavailable',
  ])
  expect(lines.filter((line) => line.includes('requests omitted')).length).toBeLessThan(2)
  expect(gateway.output().slice(before)).not.toContain('"stack"')
})
