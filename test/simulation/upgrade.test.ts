// @module-tag full
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#store/schema/migrate.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { JOURNEYS, type Told } from './upgrade/journeys.ts'

// A release works on while the schema of the next one comes: every table it uses gets columns it has never heard of.

/** Before the first change every process has every statement prepared. */
const TURNS_BEFORE = 2
/** Of each journey at a time. */
const LANES = 2

let app: RunningGateway
let receiver: WebhookReceiver
let tables: string[]
const told: Told[] = []
const troubles: unknown[] = []
/** By webhook path: an endpoint's first secret, the one that replaced it, and when both signed. */
const secrets = new Map<string, { readonly secrets: readonly string[]; readonly since: Date }>()

beforeAll(async () => {
  ;[app, receiver] = await Promise.all([startOwnGateway(), openWebhookReceiver()])
  tables = (
    await app.database.sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'simulator') and table_type = 'BASE TABLE' and table_name <> 'migrations'`
  ).map(({ name }) => name)
  await register('/before')
  let upgrading = true
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    JOURNEYS.map(async (journey, place) => {
      for (let turn = 0; upgrading || turn < TURNS_BEFORE; turn += 1) {
        const number = turn * 1000 + lane * 100 + place
        await journey(app, number).then(
          (records) => told.push(...records),
          (trouble) => troubles.push(trouble),
        )
        if (turn === TURNS_BEFORE - 1) warm += 1
      }
    }),
  )
  let warm = 0
  await eventually('every journey done twice', 60, async () => warm === LANES * JOURNEYS.length)
  await upgrade()
  await eventually('events of each endpoint after its rotation', 120, async () => {
    const paths = new Set((await receivedAfterRotation()).map(({ path }) => path))
    return paths.size === secrets.size
  })
  upgrading = false
  await Promise.all(lanes.flat())
  await eventually('every webhook delivered', 30, async () => {
    const rows = await app.database.sql`select from deliveries where status = 'PENDING'`
    return rows.length === 0
  })
}, 900_000)

afterAll(async () => {
  await app?.close()
  await receiver?.close()
})

/** A file for each table and kind of change, as a next release would bring them. */
async function upgrade(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-upgrade-'))
  const changes = ['add column may_be_null text', "add column has_default jsonb not null default '{}'"]
  const files = changes.flatMap((change) => tables.map((table) => `alter table ${table} ${change}`))
  await Promise.all(files.map((text, index) => writeFile(join(directory, `${9000 + index}-next.sql`), text)))
  const applying = migrate(app.database.sql, pathToFileURL(`${directory}/`))
  await register('/during')
  expect(await applying).toHaveLength(files.length)
  await rm(directory, { recursive: true })
}

/** Creates an endpoint and rotates its secret immediately. */
async function register(path: string): Promise<void> {
  const { body } = await app.merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url + path } })
  const rotated = await app.merchant.call('POST', `/api/webhook-endpoints/${body.id}/rotate-secret`)
  secrets.set(path, { secrets: [body.secret, rotated.body.secret], since: new Date() })
}

/** Webhooks of events that are younger than the rotation; those of older ones may have been signed before it. */
async function receivedAfterRotation() {
  const events = await app.database.sql<{ id: string; createdAt: Date }[]>`
    select event_id as id, created_at as "createdAt" from events`
  const times = new Map(events.map(({ id, createdAt }) => [id, createdAt]))
  return receiver.received.filter(({ path, headers }) => times.get(headers['webhook-id']!)! > secrets.get(path)!.since)
}

describe('while every table gets columns that this release does not know', () => {
  it('every call is answered as ever', () => {
    expect(troubles).toEqual([])
    expect(told.length).toBeGreaterThan(LANES * JOURNEYS.length * TURNS_BEFORE)
  })

  it('every record reads as it was answered', async () => {
    for (const record of told) expect((await app.merchant.status(record.id)).transaction).toEqual(record)
  })

  it('nothing was written twice over: no value of JSON became a text', async () => {
    const columns = await app.database.sql<{ place: string; name: string }[]>`
      select format('%I.%I', table_schema, table_name) as place, column_name as name from information_schema.columns
      where table_schema in ('public', 'simulator') and data_type = 'jsonb'`
    expect(columns.length).toBeGreaterThan(tables.length)
    for (const { place, name } of columns) {
      const rows = await app.database.sql.unsafe(`select ${name} from ${place} where jsonb_typeof(${name}) = 'string'`)
      expect([place, name, ...rows]).toEqual([place, name])
    }
  })

  it('columns that the database fills in are filled in', async () => {
    for (const table of tables) {
      const rows = await app.database.sql.unsafe(`select has_default from ${table} where has_default <> '{}'`)
      expect([table, ...rows]).toEqual([table])
    }
  })

  it('every webhook after a rotation is signed with both secrets of its endpoint', async () => {
    expect(receiver.received.length).toBeGreaterThan(told.length / 2)
    const signed = await receivedAfterRotation()
    for (const { path, headers, body } of signed) {
      for (const secret of secrets.get(path)!.secrets)
        expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
    }
    expect([...new Set(signed.map(({ path }) => path))].sort()).toEqual(['/before', '/during'])
  })
})
