import { copyFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { startGateway } from '#test/gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { authorized, done, follow } from '../../api/manage/follow-ups.ts'
import { openRedirect, press, voucher } from '../../api/redirects/shopper.ts'
import { newCustomer, saveCard } from '../../api/saved-cards/saved-card-support.ts'
import { begin, toChallenge } from '../../api/three-ds/shopper.ts'
import { demoMerchant, makePlace, type Place } from './places.ts'
import { FIXTURE, SETTINGS } from './released.ts'

// `npm run keep-database`: keeps the database of this release as the fixture (docs/contribute/upgrade-tests.md).

const SLOW_MS = 7500
const PENDING = { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_PENDING' } }

const place = await makePlace(undefined, SETTINGS)
const gateway = await startGateway(place)
try {
  await keep(place, await demoMerchant(gateway))
} finally {
  await gateway.stop()
  await place.remove()
}

async function keep(place: Place, merchant: TestMerchant): Promise<void> {
  await merchant.call('POST', '/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/closed' } })
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
  expect(await place.command('backup', unfinished)).toMatchObject({ code: 0, err: '' })
  await asked
  // The place is often in memory, from where a file cannot be renamed to a disk.
  await copyFile(unfinished, FIXTURE)
}
