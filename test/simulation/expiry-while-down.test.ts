// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { connectMerchant, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { authorized, follow } from '../api/manage/follow-ups.ts'
import { openRedirect, press, voucher } from '../api/redirects/shopper.ts'
import { begin, eventsOf, toChallenge } from '../api/three-ds/shopper.ts'

const TTL_SECONDS = 5
const TTLS = {
  SESSION_TTL_SECONDS: String(TTL_SECONDS),
  CHALLENGE_TTL_SECONDS: String(TTL_SECONDS),
  PENDING_TTL_SECONDS: String(TTL_SECONDS),
}
/** The end comes within 5 s of its time (docs/reference/statuses.md#expiry); here counted from the restart. */
const GRACE_SECONDS = 5
/** Its shopper chose to pay later while the gateway was down; the time to pay begins at the restart. */
const LEARNED_LATE = 'voucher to pay later'

let home: Home
let gateway: GatewayProcess | undefined
beforeAll(async () => {
  home = await makeHome()
})
afterAll(async () => {
  await gateway?.stop('SIGTERM')
  await home?.remove()
})

async function start(): Promise<TestMerchant> {
  gateway = await startGateway(home, TTLS)
  const { merchant } = gateway.demo
  return connectMerchant(gateway.demo.base_url, {
    merchantId: merchant.merchant_id,
    terminalId: merchant.terminal_id,
    publicKey: merchant.public_key,
    clientId: merchant.client_id!,
    clientSecret: merchant.client_secret!,
  })
}

it('what fell due while everything was down ends when it is back, with its event', async () => {
  const before = await start()
  const pending = { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_PENDING' } }
  const paidLater = {
    ...NOT_ENROLLED,
    simulate_redirect: 'https://bank.example/pay',
    simulate_final_response_code: 'TRX_STATUS_APPROVED',
    simulate_final_after_seconds: TTL_SECONDS - 1,
  }
  const hold = await authorized(before)
  const [paid, vouched] = await Promise.all([
    before.authorize({ metadata: paidLater }),
    openRedirect(before, voucher('psc')),
  ])
  await press(vouched.url, 'PENDING')
  const abandoned: Record<string, string> = {
    fingerprint: (await begin(before)).transaction_id,
    challenge: (await toChallenge(before)).transaction_id,
    redirect: (await openRedirect(before)).id,
    [LEARNED_LATE]: vouched.id,
    'card, pending': (await before.authorize(pending)).body.result.id,
    'capture, pending': (await follow(before, hold, 'CAPTURE', pending)).id,
  }
  await gateway!.stop('SIGTERM')
  await sleep((TTL_SECONDS + 1) * 1000)

  const after = await start()
  const endOf = (what: string, id: string) =>
    eventually(`the end of ${what}`, GRACE_SECONDS + (what === LEARNED_LATE ? TTL_SECONDS : 0), async () => {
      const { transaction } = await after.status(id)
      return transaction.status !== 'PENDING' && transaction
    })
  await Promise.all(
    Object.entries(abandoned).map(async ([what, id]) => {
      expect([what, await endOf(what, id)]).toMatchObject([
        what,
        { status: 'SESSION_EXPIRED', processing_code: '1005' },
      ])
      expect(await eventsOf(after, id)).toMatchObject([{ status: 'SESSION_EXPIRED' }])
    }),
  )
  // Its provider is called before it expires: the shopper had paid.
  const { transaction_id } = paid.body
  expect(await endOf('what was paid meanwhile', transaction_id)).toMatchObject({ status: 'APPROVED' })
}, 120_000)
