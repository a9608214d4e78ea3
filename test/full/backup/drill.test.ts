// @module-tag full
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type GatewayProcess, startGateway } from '#test/gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { done } from '../../api/manage/follow-ups.ts'
import { newCustomer, saveCard, savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { complete, toChallenge } from '../../api/three-ds/shopper.ts'
import { demoMerchant, makePlace, nothingPends, type Place } from './places.ts'

// A gateway is backed up under load, lost, and restored elsewhere (docs/operate/backups.md).

const LANES = 4
/** Acknowledged payments before the backup begins, so that every lane is well in progress. */
const ENOUGH = 40
const DRILL = { timeout: 180_000 }
const OTHER_KEY = 'MASTER_KEY is not the key of this database.'

interface Known {
  readonly id: string
  readonly status: string
}

let lost: Place
let found: Place
let files: string
let gateway: GatewayProcess | undefined
beforeAll(async () => {
  ;[lost, files] = await Promise.all([makePlace(), mkdtemp(join(tmpdir(), 'tollgate-backups-'))])
  gateway = await startGateway(lost)
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await Promise.all([lost?.remove(), found?.remove(), files && rm(files, { recursive: true })])
})

/** Everyday requests of shops. */
const BUSINESS: readonly ((merchant: TestMerchant) => Promise<readonly Known[]>)[] = [
  async (merchant) => [(await merchant.authorize()).body.result],
  async (merchant) => [(await complete(merchant, await toChallenge(merchant))).body.result],
  async (merchant) => {
    const { result } = (await merchant.authorize({ transaction_type: 'AUTHORIZE' })).body
    return [await done(merchant, result, 'CAPTURE'), await done(merchant, result, 'REFUND', { amount: 300 })]
  },
]

it('every payment acknowledged before the backup began is there, and the ledger proves', DRILL, async () => {
  const shop = await demoMerchant(gateway!)
  const token = await saveCard(shop, { customer: { id: await newCustomer(shop, { first_name: 'Ana\t"\\N' }) } })
  const waiting = await toChallenge(shop)
  const acknowledged: Known[] = []
  let open = true
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let turn = lane; open; turn += 1) acknowledged.push(...(await BUSINESS[turn % BUSINESS.length]!(shop)))
  })
  await eventually('business is under way', 60, async () => acknowledged.length > ENOUGH)
  const before = [...acknowledged]
  const file = join(files, 'busy.backup')
  expect(await lost.command('backup', file)).toMatchObject({ code: 0, err: '' })
  const during = acknowledged.length - before.length
  open = false
  await Promise.all(lanes)
  expect(during).toBeGreaterThan(0)
  await gateway!.stop()

  found = await makePlace(lost.masterKey)
  const verified = await found.command('verify-backup', file, '--json')
  expect(JSON.parse(verified.out)).toMatchObject({ proven: true, discrepancies: [] })
  expect(JSON.parse(verified.out).checked.transactions).toBeGreaterThanOrEqual(before.length)
  expect(await found.command('restore', file)).toMatchObject({ code: 0, err: '' })
  gateway = await startGateway(found)

  const again = await demoMerchant(gateway)
  expect(again).toMatchObject({ merchantId: shop.merchantId, terminalId: shop.terminalId, clientId: shop.clientId })
  for (const { id, status } of before) expect((await again.status(id)).transaction).toMatchObject({ id, status })
  await nothingPends(again, 60)
  expect((await again.status(waiting.transaction_id)).transaction).toMatchObject({ status: 'SESSION_EXPIRED' })
  expect((await again.authorize(savedCard(token))).body.result).toMatchObject({ status: 'APPROVED' })
  expect((await again.authorize()).body.result).toMatchObject({ status: 'APPROVED' })
  expect(await found.command('ledger', 'verify')).toMatchObject({ code: 0 })
})

it('nothing is restored over a gateway, nor under another master key', { timeout: 60_000 }, async () => {
  const file = join(files, 'quiet.backup')
  expect(await found.command('backup', file)).toMatchObject({ code: 0 })
  expect((await found.command('backup', file)).err).toBe(`${file} already exists. Choose another name.\n`)
  expect((await found.command('restore', file)).err).toContain('This database already contains a gateway.')
  const stranger = await makePlace()
  try {
    expect((await stranger.command('restore', file)).err).toContain('Save the master key in')
    await writeFile(stranger.masterKey, randomBytes(32).toString('base64'))
    expect(await stranger.command('restore', file)).toMatchObject({ code: 1, err: expect.stringContaining(OTHER_KEY) })
    await copyFile(found.masterKey, stranger.masterKey)
    expect(await stranger.command('restore', file)).toMatchObject({ code: 0, err: '' })
  } finally {
    await stranger.remove()
  }
})
