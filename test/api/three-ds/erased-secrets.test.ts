import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseForgottenSecrets } from '#store/three-ds/erase-secrets.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { complete, toChallenge } from './shopper.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
})
afterAll(() => app.close())

const LANES = 6
const PAYMENTS = 36

async function pay() {
  return (await complete(app.merchant, await toChallenge(app.merchant))).body.result
}

/** The table that the secrets of what is in progress lie in. */
async function tableOfSecrets(): Promise<number> {
  const [row] = await app.database.sql<[{ table: number }]>`select tableoid as table from authentication_secrets`
  return row.table
}

/** The file it lies in; a new one each time it was erased. */
async function fileOf(table: number): Promise<string> {
  const [row] = await app.database.sql<[{ file: string }]>`select pg_relation_filepath(${table}::oid) as file`
  return row.file
}

const forgotten = () => app.database.sql`select from forgotten_secrets`

const erase = () => app.database.sql`select erase_forgotten_secrets()`

describe('what deleted secrets leave in their file', () => {
  it('goes with the file, within seconds of the final status', async () => {
    const action = await toChallenge(app.merchant)
    const table = await tableOfSecrets()
    const file = await fileOf(table)
    expect((await complete(app.merchant, action)).body.result).toMatchObject({ status: 'APPROVED' })
    await eventually('a new file', 30, async () => (await fileOf(table)) !== file && (await forgotten()).length === 0)
  })

  it('goes while others authenticate, and none of them notices', { tags: ['full'], timeout: 60_000 }, async () => {
    let paying = true
    let erased = 0
    const erasing = (async () => {
      while (paying) {
        await erase().then(
          () => (erased += 1),
          (error: { code: string }) => expect(error.code).toBe('55P03'),
        )
      }
    })()
    const lanes = Array.from({ length: LANES }, async () => {
      const ends = []
      for (let turn = 0; turn < PAYMENTS / LANES || erased <= PAYMENTS / 2; turn += 1) ends.push(await pay())
      return ends
    })
    const ends = (await Promise.all(lanes)).flat()
    paying = false
    await erasing
    expect(ends.filter(({ status }) => status !== 'APPROVED')).toEqual([])
    expect(await app.database.sql`select from authentication_secrets`).toHaveLength(0)
  })

  it('stays while a transaction reads the table, and payments continue; then it is removed', {
    timeout: 60_000,
  }, async () => {
    await app.database.sql.begin(async (dump) => {
      await dump`select from authentication_secrets`
      expect(await pay()).toMatchObject({ status: 'APPROVED' })
      expect(await eraseForgottenSecrets(app.database.sql)).toBeGreaterThan(0)
    })
    expect(await eraseForgottenSecrets(app.database.sql)).toBe(0)
    expect(await forgotten()).toHaveLength(0)
  })
})

it('a challenge that is in progress outlives it', async () => {
  const action = await toChallenge(app.merchant)
  expect(await pay()).toMatchObject({ status: 'APPROVED' })
  await erase()
  expect((await complete(app.merchant, action)).body.result).toMatchObject({ status: 'APPROVED' })
})
