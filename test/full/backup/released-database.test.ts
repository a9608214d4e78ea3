// @module-tag full
import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type GatewayProcess, startGateway } from '#test/gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { tollgate } from '../../api/cli/tollgate.ts'
import { authorized, done, follow } from '../../api/manage/follow-ups.ts'
import { openRedirect, press, voucher } from '../../api/redirects/shopper.ts'
import { newCustomer, saveCard, savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { begin, toChallenge } from '../../api/three-ds/shopper.ts'
import { demoMerchant, makePlace, nothingPends, type Place } from './places.ts'

// The database of a release with payments in flight, and this release on it (docs/contribute/upgrade-tests.md).

const FIXTURE = 'test/fixtures/released.backup'
/** Of the fixture alone. */
const MASTER_KEY = 'igh+ZE0n9KY2i50VKCX+Z7pastAGelRuGGx7S8oCM6o='
const SLOW_MS = 7500
/** Long enough to take the dump meanwhile, short enough to see the end after restoring it immediately. */
const TTL_SECONDS = '30'
const SETTINGS = {
  MASTER_KEY,
  SESSION_TTL_SECONDS: TTL_SECONDS,
  CHALLENGE_TTL_SECONDS: TTL_SECONDS,
  PENDING_TTL_SECONDS: TTL_SECONDS,
  PROVIDER_TIMEOUT_SECONDS: '8',
}
const PENDING = { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_PENDING' } }
const TIMEOUT = { timeout: 180_000 }

/** How each payment ends, by its reference. */
const ENDS: Readonly<Record<string, string>> = {
  paid: 'APPROVED',
  declined: 'DECLINED',
  'at the fingerprint': 'SESSION_EXPIRED',
  'at the challenge': 'SESSION_EXPIRED',
  'at the wallet': 'SESSION_EXPIRED',
  'a voucher to pay later': 'SESSION_EXPIRED',
  'pending at the provider': 'SESSION_EXPIRED',
  'paid meanwhile': 'APPROVED',
  'asked and not answered': 'APPROVED',
}

let place: Place | undefined
let gateway: GatewayProcess | undefined
afterEach(async () => {
  await gateway?.stop()
  await place?.remove()
})

async function start(): Promise<TestMerchant> {
  gateway = await startGateway(place!, SETTINGS)
  return demoMerchant(gateway)
}

const command = (...args: string[]) => tollgate({ ...place!.env, ...SETTINGS }, ...args)

describe.runIf(process.env.KEEP_DATABASE)('npm run keep-database', () => {
  it(`keeps the database of this release as ${FIXTURE}`, TIMEOUT, async () => {
    place = await makePlace()
    const merchant = await start()
    await merchant.call('POST', '/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/nobody' } })
    const customer = await newCustomer(merchant, { first_name: 'Ana', email: 'ana@example.com' })
    await saveCard(merchant, { customer: { id: customer }, reference: 'card saved' })
    await merchant.authorize({ reference: 'paid' })
    const declined = { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' }
    await merchant.authorize({ reference: 'declined', metadata: declined })
    const hold = await authorized(merchant, { reference: 'held' })
    await done(merchant, hold, 'CAPTURE', { amount: 800 })
    await done(merchant, hold, 'REFUND', { amount: 300 })
    await follow(merchant, hold, 'CAPTURE', { amount: 100, ...PENDING })
    await begin(merchant, {}, { reference: 'at the fingerprint' })
    await toChallenge(merchant, {}, { reference: 'at the challenge' })
    await openRedirect(merchant, undefined, { reference: 'at the wallet' })
    const { url } = await openRedirect(merchant, voucher('psc'), { reference: 'a voucher to pay later' })
    await press(url, 'PENDING')
    await merchant.authorize({ reference: 'pending at the provider', ...PENDING })
    const paidLater = {
      ...NOT_ENROLLED,
      simulate_redirect: 'https://bank.example/pay',
      simulate_final_response_code: 'TRX_STATUS_APPROVED',
      simulate_final_after_seconds: 20,
    }
    await merchant.authorize({ reference: 'paid meanwhile', metadata: paidLater })
    const reference = 'asked and not answered'
    const asked = merchant.authorize({ reference, metadata: { ...NOT_ENROLLED, simulate_delay_ms: SLOW_MS } })
    await eventually('its provider has charged', 30, async () => {
      const { items } = (await merchant.call('GET', `/api/simulators/charges?reference=${reference}`)).body
      return items.length > 0
    })
    const unfinished = `${place.env.DATA_DIR}/released.backup`
    expect(await command('backup', unfinished)).toMatchObject({ code: 0, err: '' })
    await asked
    // The place is often in memory, from where a file cannot be renamed to a disk.
    await copyFile(unfinished, FIXTURE)
  })
})

it(
  'a database of the release before is brought up to date; what was in flight ends, and the ledger proves',
  TIMEOUT,
  async () => {
    expect(existsSync(FIXTURE)).toBe(true)
    place = await makePlace()
    expect(await command('restore', FIXTURE)).toMatchObject({ code: 0, err: '' })
    const merchant = await start()
    await nothingPends(merchant, 90)
    const { items } = (await merchant.call('GET', '/api/transactions?limit=100')).body
    const ends = Object.keys(ENDS).map((reference) => {
      const found = items.find((one: { reference: string }) => one.reference === reference)
      return [reference, found?.status]
    })
    expect(Object.fromEntries(ends)).toEqual(ENDS)
    const held = items.filter((one: { reference: string }) => one.reference === 'held')
    const types = held.map(
      (one: { transaction_type: string; status: string }) => `${one.transaction_type} ${one.status}`,
    )
    expect(types.sort()).toEqual([
      'AUTHORIZE APPROVED',
      'CAPTURE APPROVED',
      'CAPTURE SESSION_EXPIRED',
      'REFUND APPROVED',
    ])
    const saved = items.find((one: { reference: string }) => one.reference === 'card saved')
    const again = await merchant.authorize(savedCard(saved.payment_method.token))
    expect(again.body.result).toMatchObject({ status: 'APPROVED' })
    const refund = await done(
      merchant,
      items.find((one: { reference: string }) => one.reference === 'paid'),
      'REFUND',
    )
    expect(refund.status).toBe('APPROVED')
    expect(await command('ledger', 'verify')).toMatchObject({ code: 0 })
  },
)
