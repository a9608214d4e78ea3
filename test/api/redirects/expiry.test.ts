import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import {
  ADDRESSES,
  chargesOf,
  comeBack,
  ended,
  eventsAbout,
  openRedirect,
  press,
  recordOf,
  voucher,
  WALLETA,
} from './shopper.ts'

/** Also on a busy machine, what a test does before the end fits in. */
const SESSION_TTL_SECONDS = 5
const PENDING_TTL_SECONDS = 10
/** docs/reference/statuses.md#expiry */
const GRACE_SECONDS = 5

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({
    SESSION_TTL_SECONDS: String(SESSION_TTL_SECONDS),
    PENDING_TTL_SECONDS: String(PENDING_TTL_SECONDS),
  })
})
afterAll(() => app.close())

const EXPIRED = { status: 'SESSION_EXPIRED', processing_code: '1005', redirect_url: null }

describe.concurrent('an unfinished redirect', () => {
  const name = '$type ends as SESSION_EXPIRED with its event, and is reversed'
  it.each([WALLETA])(name, endsReversed)
  it.each([voucher('psc')])(name, { tags: ['full'] }, endsReversed)

  async function endsReversed(method: typeof WALLETA): Promise<void> {
    const { id, url } = await openRedirect(app.merchant, method)
    expect(await ended(app.merchant, id, SESSION_TTL_SECONDS + GRACE_SECONDS)).toMatchObject(EXPIRED)
    expect(await eventsAbout(app.merchant, id)).toEqual(['SESSION_EXPIRED'])
    await eventually('the bar', 30, async () => String(await chargesOf(app.merchant, id)) === 'REVERSED')
    const page = await (await fetch(url)).text()
    expect(page).toContain('No longer valid')
    expect(page).not.toContain('data-outcome')
    expect(await comeBack(await press(url, 'APPROVED'))).toBe(ADDRESSES.error_url)
    expect(await chargesOf(app.merchant, id)).toEqual(['REVERSED'])
    expect(await recordOf(app.merchant, id)).toMatchObject(EXPIRED)
  }
})

describe.concurrent('PENDING, chosen on the page', () => {
  it('outlives SESSION_TTL_SECONDS and is approved when the voucher is paid', async () => {
    const { id, url } = await openRedirect(app.merchant, voucher('onb'))
    await comeBack(await press(url, 'PENDING'))
    await sleep((SESSION_TTL_SECONDS + 1) * 1000)
    expect((await recordOf(app.merchant, id)).status).toBe('PENDING')
    await press(url, 'APPROVED')
    expect(await ended(app.merchant, id)).toMatchObject({ status: 'APPROVED' })
  })

  it('ends as SESSION_EXPIRED after PENDING_TTL_SECONDS, and can no longer be paid', async () => {
    const { id, url } = await openRedirect(app.merchant, voucher('chp'))
    await comeBack(await press(url, 'PENDING'))
    expect(await ended(app.merchant, id, PENDING_TTL_SECONDS + GRACE_SECONDS)).toMatchObject(EXPIRED)
    await eventually('the bar', 30, async () => String(await chargesOf(app.merchant, id)) === 'REVERSED')
    expect(await comeBack(await press(url, 'APPROVED'))).toBe(ADDRESSES.error_url)
    expect(await eventsAbout(app.merchant, id)).toEqual(['SESSION_EXPIRED'])
  })
})

it.concurrent('the last moment: for any choice of the shopper, ledger and record agree and there is one event', async () => {
  const redirects = await Promise.all(Array.from({ length: 12 }, () => openRedirect(app.merchant)))
  await Promise.all(
    redirects.map(async ({ id, url }, index) => {
      await sleep(SESSION_TTL_SECONDS * 1000 - 300 + index * 100)
      await press(url, 'APPROVED')
      const { status } = await ended(app.merchant, id, GRACE_SECONDS)
      const state = status === 'APPROVED' ? 'CHARGED' : 'REVERSED'
      await eventually('the ledger to agree', 30, async () => String(await chargesOf(app.merchant, id)) === state)
      expect(await eventsAbout(app.merchant, id)).toEqual([status])
    }),
  )
})

it('the provider is asked before anything expires', async () => {
  await app.stopWorker()
  const { id, url } = await openRedirect(app.merchant)
  await press(url, 'APPROVED')
  await app.database.sql`update simulator.charges set notice_at = null where transaction_id = ${id}`
  await sleep((SESSION_TTL_SECONDS + 0.5) * 1000)
  await app.startWorker()
  expect(await ended(app.merchant, id)).toMatchObject({ status: 'APPROVED' })
})
