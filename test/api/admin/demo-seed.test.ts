import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#app/config.ts'
import { seedDemo } from '#app/supervisor/seed-demo.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'

const directory = mkdtempSync(join(tmpdir(), 'tollgate-seed-'))
let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
})
afterAll(async () => {
  await app?.close()
  rmSync(directory, { recursive: true })
})

const MASTER_KEY = randomBytes(32).toString('base64')

const seed = (dataDir: string) =>
  seedDemo(app.gateway, readConfig({ DATA_DIR: dataDir, MASTER_KEY, DATABASE_URL: app.database.url }))

async function countAll(): Promise<unknown> {
  const [row] = await app.database.sql`
    select (select count(*) from merchants) as merchants, (select count(*) from clients) as clients,
      (select count(*) from people) as people, (select count(*) from audit_log) as audits`
  return row
}

it('a first start makes the DATA_DIR that it writes demo.json to', async () => {
  const dataDir = join(directory, 'new', 'deep')
  const demo = await seed(dataDir)
  const path = join(dataDir, 'demo.json')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(demo)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('a start that cannot write demo.json leaves nothing in the database, however often', async () => {
  const file = join(directory, 'file')
  writeFileSync(file, '')
  const before = await countAll()
  for (let turn = 0; turn < 2; turn += 1) await expect(seed(join(file, 'data'))).rejects.toThrow('ENOTDIR')
  expect(await countAll()).toEqual(before)
})

it('a start continues one that was interrupted before it replaced demo.json', async () => {
  const dataDir = join(directory, 'cut')
  const demo = await seed(dataDir)
  const path = join(dataDir, 'demo.json')
  renameSync(path, `${path}.new`)
  const before = await countAll()
  expect(await seed(dataDir)).toEqual(demo)
  expect(existsSync(`${path}.new`)).toBe(false)
  expect(await countAll()).toEqual(before)
})

it('an incomplete draft is ignored', async () => {
  const dataDir = join(directory, 'half')
  const demo = await seed(dataDir)
  writeFileSync(join(dataDir, 'demo.json.new'), '{ "base_url": "htt')
  expect(await seed(dataDir)).toEqual(demo)
})
