import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import {
  ADDRESSES,
  chargesOf,
  comeBack,
  ended,
  eventsAbout,
  openRedirect,
  press,
  recordOf,
  sendNotice,
  voucher,
  WALLETA,
} from './shopper.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const merchantId = () => app.merchant.merchantId
const notice = (attemptId: string) => sendNotice(app.baseUrl, merchantId(), attemptId)

/** Escaped, it passes any check of the bytes and reaches no column. */
const NUL_TEXT = '{"merchant":"\\u0000","attempt":"\\u0000"}'

describe('while the worker is stopped', () => {
  beforeAll(() => app.stopWorker())
  afterAll(() => app.startWorker())

  const isApprovedOnce = async (id: string) => {
    expect(await recordOf(app.merchant, id)).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    expect(await eventsAbout(app.merchant, id)).toEqual(['APPROVED'])
    expect(await chargesOf(app.merchant, id)).toEqual(['CHARGED'])
  }

  it('the notice comes before the return', async () => {
    const { id, url, attemptId } = await openRedirect(app.merchant)
    const address = await press(url, 'APPROVED')
    expect((await notice(attemptId)).status).toBe(204)
    await isApprovedOnce(id)
    expect(await comeBack(address)).toBe(ADDRESSES.return_url)
    await isApprovedOnce(id)
  })

  it('the return comes before the notice', async () => {
    const { id, url, attemptId } = await openRedirect(app.merchant)
    expect(await comeBack(await press(url, 'APPROVED'))).toBe(ADDRESSES.return_url)
    await isApprovedOnce(id)
    await notice(attemptId)
    await isApprovedOnce(id)
  })

  it('both come many times, together', async () => {
    const { id, url, attemptId } = await openRedirect(app.merchant)
    const address = await press(url, 'APPROVED')
    const returns = Array.from({ length: 6 }, () => comeBack(address))
    const notices = Array.from({ length: 6 }, () => notice(attemptId))
    expect(new Set(await Promise.all(returns))).toEqual(new Set([ADDRESSES.return_url]))
    for (const { status } of await Promise.all(notices)) expect(status).toBe(204)
    await isApprovedOnce(id)
  })

  it('a browser that comes back without a choice goes to return_url, and may still pay', async () => {
    const { id, url } = await openRedirect(app.merchant)
    const address = `${app.baseUrl}/returns/${merchantId()}/${id}`
    expect(await comeBack(address)).toBe(ADDRESSES.return_url)
    expect(await recordOf(app.merchant, id)).toMatchObject({ status: 'PENDING', redirect_url: url })
    expect(await comeBack(await press(url, 'APPROVED'))).toBe(ADDRESSES.return_url)
    await isApprovedOnce(id)
  })

  it('without any address of the shop the return shows the outcome', async () => {
    const { id, url } = await openRedirect(app.merchant)
    const address = await press(url, 'DECLINED')
    await app.database.sql`
      update transactions set return_url = null, error_url = null where merchant_id = ${merchantId()} and id = ${id}`
    const page = await fetch(address, { redirect: 'manual' })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('data-status="DECLINED"')])
  })

  it("an unknown payment's return is a 404 page, and so is another merchant's", async () => {
    const { id } = await openRedirect(app.merchant)
    const other = await app.newMerchant()
    for (const path of [`${merchantId()}/trx_nobody`, `${other.merchantId}/${id}`]) {
      const page = await fetch(`${app.baseUrl}/returns/${path}`)
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    }
  })

  it('a notice decides nothing: before a choice it changes nothing', async () => {
    const { id, url, attemptId } = await openRedirect(app.merchant)
    await notice(attemptId)
    expect(await recordOf(app.merchant, id)).toMatchObject({ status: 'PENDING', redirect_url: url })
  })

  it('forged notices do nothing, and all get the same answer', async () => {
    const { id, url, attemptId } = await openRedirect(app.merchant)
    await press(url, 'APPROVED')
    const other = await app.newMerchant()
    const forged = [
      await sendNotice(app.baseUrl, other.merchantId, attemptId),
      await sendNotice(app.baseUrl, merchantId(), 'att_nobody'),
      await sendNotice(app.baseUrl, merchantId(), attemptId, 'voucher-simulator'),
      ...(await Promise.all(
        ['', 'null', '{', '[1]', '\0', '<xml/>', '{"merchant":{},"attempt":[]}', NUL_TEXT].map((body) =>
          fetch(`${app.baseUrl}/provider-notices/wallet-simulator`, { method: 'POST', body }),
        ),
      )),
    ]
    for (const answer of forged) expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect((await recordOf(app.merchant, id)).status).toBe('PENDING')
  })

  it('an unknown provider is a 404, a huge notice a 413', async () => {
    expect((await sendNotice(app.baseUrl, merchantId(), 'att_1', 'acme')).status).toBe(404)
    const body = 'x'.repeat(300_000)
    const huge = await fetch(`${app.baseUrl}/provider-notices/wallet-simulator`, { method: 'POST', body })
    expect(huge.status).toBe(413)
  })
})

describe('with the worker at work', () => {
  /** The worker asks no provider about it for as long as the test runs: what happens, happens by notice. */
  const leaveAlone = (id: string) => app.database.sql`
    update transactions set due_at = now() + interval '1 hour' where merchant_id = ${merchantId()} and id = ${id}`

  it('the browser never returns: the notice brings the outcome', async () => {
    const { id, url } = await openRedirect(app.merchant)
    await leaveAlone(id)
    await press(url, 'CANCELED')
    expect(await ended(app.merchant, id, 3)).toMatchObject({ status: 'CANCELED', processing_code: '1003' })
    expect(await eventsAbout(app.merchant, id)).toEqual(['CANCELED'])
  })

  it('neither return nor notice: the worker asks', async () => {
    const { id, url } = await openRedirect(app.merchant, WALLETA, { metadata: { simulate_fault: 'late_notice' } })
    await press(url, 'APPROVED')
    expect(await ended(app.merchant, id, 4)).toMatchObject({ status: 'APPROVED' })
    expect(await eventsAbout(app.merchant, id)).toEqual(['APPROVED'])
  })

  it.each(['duplicate_notice', 'late_notice'])('%s alone brings one outcome and one event', async (simulate_fault) => {
    const { id, url } = await openRedirect(app.merchant, voucher('sft'), { metadata: { simulate_fault } })
    await leaveAlone(id)
    await press(url, 'DECLINED')
    const record = await ended(app.merchant, id, 8)
    expect(record).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
    expect(await eventsAbout(app.merchant, id)).toEqual(['DECLINED'])
  })

  it.each([
    ['TRX_STATUS_APPROVED', 'APPROVED'],
    ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'DECLINED'],
  ])('simulate_final_response_code %s ends it automatically, with a notice', async (code, status) => {
    const metadata = { simulate_final_response_code: code, simulate_final_after_seconds: '0.7' }
    const { id } = await openRedirect(app.merchant, voucher('gir'), { metadata })
    await leaveAlone(id)
    expect(await ended(app.merchant, id, 4)).toMatchObject({ status })
    expect(await eventsAbout(app.merchant, id)).toEqual([status])
  })

  it('a voucher put off ends automatically when its time comes', async () => {
    const metadata = { simulate_final_response_code: 'TRX_STATUS_APPROVED', simulate_final_after_seconds: 2 }
    const { id, url } = await openRedirect(app.merchant, voucher('spi'), { metadata })
    await comeBack(await press(url, 'PENDING'))
    await leaveAlone(id)
    expect(await ended(app.merchant, id, 5)).toMatchObject({ status: 'APPROVED' })
  })

  it('an approval that a notice brings after the end is reversed; the status stays', async () => {
    const { id, url, attemptId } = await openRedirect(app.merchant)
    await comeBack(await press(url, 'DECLINED'))
    await app.database.sql`
      update simulator.charges set state = 'CHARGED', answer = jsonb_set(answer, '{given,outcome,code}', '"0000"')
      where attempt_id = ${attemptId}`
    await notice(attemptId)
    await eventually('the reversal', 30, async () => String(await chargesOf(app.merchant, id)) === 'REVERSED')
    expect((await recordOf(app.merchant, id)).status).toBe('DECLINED')
    expect(await eventsAbout(app.merchant, id)).toEqual(['DECLINED'])
  })
})
