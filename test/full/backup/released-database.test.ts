// @module-tag full
import { afterEach, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from '#test/gateway.ts'
import { done } from '../../api/manage/follow-ups.ts'
import { savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { demoMerchant, makePlace, nothingPends, type Place } from './places.ts'
import { FIXTURE, SETTINGS } from './released.ts'

// The database of a release with payments in flight, and this release on it (docs/contribute/upgrade-tests.md).

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

it(
  'a database of the release before is brought up to date; what was in flight ends, and the ledger proves',
  TIMEOUT,
  async () => {
    place = await makePlace(undefined, SETTINGS)
    expect(await place.command('restore', FIXTURE)).toMatchObject({ code: 0, err: '' })
    gateway = await startGateway(place)
    const merchant = await demoMerchant(gateway)
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
    expect(await place.command('ledger', 'verify')).toMatchObject({ code: 0 })
  },
)
