import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archiveOld } from '#flows/archive/archive.ts'
import type { Gateway } from '#flows/gateway.ts'
import { removeOldEvents } from '#store/archive/remove-old-rows.ts'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader } from '#test/ledger.ts'
import { tollgate } from './tollgate.ts'

/** As a merchant's numbers and spaces may come. */
const PAYLOAD = '{"amount": 12345678901234567890.10,\n "event":"transaction.processed"}'

let database: FreshDatabase
/** Connection with the rights of the gateway's processes only. */
let own: Database
let merchantId: string
let archiveDir: string
beforeEach(async () => {
  database = await freshDatabase()
  own = openDatabase(database.url, 'test', 2)
  merchantId = (await newTrader(database.sql)).merchantId
  archiveDir = await mkdtemp(join(tmpdir(), 'tollgate-archive-'))
})
afterEach(async () => {
  await own.end()
  await database.drop()
  await rm(archiveDir, { recursive: true })
})

function archive(directory: string | undefined): Promise<boolean> {
  const settings = { archiveDir: directory, eventDays: 400 } as Gateway['settings']
  return archiveOld({ sql: own, settings })
}

/** An event with a delivery and its try, and a request, so many days old. */
async function past(id: string, days: number, status = 'DELIVERED'): Promise<void> {
  const { sql } = database
  const at = new Date(Date.now() - days * 86_400_000)
  await sql`
    insert into events (merchant_id, event_id, event, transaction_id, payload, traceparent, created_at)
    values (${merchantId}, ${id}, 'transaction.processed', ${id}, ${PAYLOAD}::text::json, '00-1-2-01', ${at})`
  await sql`
    insert into deliveries (merchant_id, event_id, webhook_endpoint_id, status, attempts, updated_at)
    values (${merchantId}, ${id}, 'whe_1', ${status}, 1, ${at})`
  await sql`
    insert into delivery_tries (merchant_id, event_id, webhook_endpoint_id, attempt, tried_at, duration_ms, answer)
    values (${merchantId}, ${id}, 'whe_1', 1, ${at}, 20, 'thank you')`
  await sql`
    insert into request_log (merchant_id, request_id, received_at, method, path, route, status, duration_ms, client_id,
      refused_fields)
    values (${merchantId}, ${id}, ${at}, 'POST', '/api/x', '/api/x', 422, 20, 'shop', '{amount,currency}')`
}

const TABLES = ['events', 'deliveries', 'delivery_tries', 'request_log'] as const

/** Every row of these tables as text, by table. */
async function rows(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of TABLES) {
    const all = await database.sql<
      { row: string }[]
    >`select ${database.sql(table)}::text as row from ${database.sql(table)} order by 1`
    // Between the parts of a JSON text a line feed counts as much as a space.
    found[table] = all.map(({ row }) => row.replaceAll('\n', ' '))
  }
  return found
}

const counts = async () => Object.values(await rows()).map(({ length }) => length)

async function files(): Promise<string[]> {
  const names = await readdir(archiveDir, { recursive: true })
  return names.filter((name) => name.endsWith('.jsonl.gz')).map((name) => join(archiveDir, name))
}

async function linesOf(file: string): Promise<{ table: string }[]> {
  const text = gunzipSync(await readFile(file)).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function restored(): Promise<object[]> {
  const all = []
  for (const file of await files()) {
    const { code, out, err } = await tollgate({ DATABASE_URL: database.url }, 'archive', 'restore', file, '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    all.push(JSON.parse(out))
  }
  return all
}

it('what is old leaves for files that put every row back as it was', { tags: ['full'] }, async () => {
  await past('old', 401)
  await past('younger', 399)
  await past('new', 1)
  const before = await rows()
  await archive(archiveDir)
  expect(await counts()).toEqual([2, 2, 1, 1])
  const lines = (await Promise.all((await files()).map(linesOf))).flat()
  expect(lines.map(({ table }) => table).sort()).toEqual([
    ...['deliveries', 'delivery_tries', 'delivery_tries', 'events', 'request_log', 'request_log'],
  ])
  const sum = (results: readonly object[]) =>
    results.reduce((total, result) => total + (result as { restored: number }).restored, 0)
  expect(sum(await restored())).toBe(6)
  expect(await rows()).toEqual(before)
  expect(sum(await restored())).toBe(0)
})

it('a file that is no archive changes nothing', async () => {
  const file = join(archiveDir, 'broken.jsonl.gz')
  await writeFile(file, 'broken')
  const { code, err } = await tollgate({ DATABASE_URL: database.url }, 'archive', 'restore', file)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Cannot read the archive') })
})

it('events stay where there is no archive; what is promised for 30 days goes', async () => {
  await past('old', 401)
  await past('new', 1)
  await archive(undefined)
  expect(await counts()).toEqual([2, 2, 1, 1])
})

it('an event of which a delivery is due stays', async () => {
  await past('due', 401, 'PENDING')
  await archive(archiveDir)
  expect((await counts()).slice(0, 2)).toEqual([1, 1])
})

it('no event younger than 90 days is removed, even with a cutoff of 0 days', async () => {
  await past('older', 91)
  await past('younger', 89)
  const taken = await removeOldEvents(own, 0, 10)
  expect(taken.map(({ table }) => table)).toEqual(['events', 'deliveries', 'delivery_tries'])
  expect((await counts()).slice(0, 2)).toEqual([1, 1])
})

it('nothing leaves the database where the file cannot be written', async () => {
  await past('old', 401)
  const notADirectory = join(archiveDir, 'file')
  await writeFile(notADirectory, '')
  await expect(archive(notADirectory)).rejects.toThrow(/ENOTDIR|EEXIST/)
  expect(await counts()).toEqual([1, 1, 1, 1])
})
