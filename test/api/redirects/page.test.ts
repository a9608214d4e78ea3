import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import {
  ADDRESSES,
  chargesOf,
  comeBack,
  ended,
  eventsAbout,
  type Outcome,
  openRedirect,
  press,
  type Redirected,
  recordOf,
  voucher,
  WALLETA,
} from './shopper.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

async function load(url: string) {
  const answer = await fetch(url)
  return { status: answer.status, html: await answer.text(), csp: answer.headers.get('content-security-policy') ?? '' }
}

const buttonsOf = (html: string) => [...html.matchAll(/data-outcome="([A-Z]+)"/g)].map((match) => match[1])

describe('the simulated page', () => {
  it.each([
    [WALLETA, 'Walleta Pay'],
    [{ type: 'walletb-pay-redirect', data: {} }, 'Walletb Pay'],
    [voucher('psc'), 'Paysafecard'],
  ])('%j: says what is simulated, merchant, amount and method; four buttons in a plain form', async (method, name) => {
    const { url } = await openRedirect(app.merchant, method, { currency: 'KWD', amount: 1234567 })
    const { status, html, csp } = await load(url)
    expect(status).toBe(200)
    for (const words of ['Simulator', name, 'Larkspur Coffee', '1,234.567']) expect(html).toContain(words)
    expect(buttonsOf(html).sort()).toEqual(['APPROVED', 'CANCELED', 'DECLINED', 'PENDING'])
    expect(html).not.toContain('<script')
    expect(csp).toContain("default-src 'none'")
  })

  it.each([
    ['TRX_STATUS_DECLINED', 'DECLINED'],
    ['TRX_STATUS_CANCELED', 'CANCELED'],
    ['TRX_STATUS_PENDING', 'PENDING'],
    ['TRX_STATUS_APPROVED', 'APPROVED'],
  ])('response_code %s presets %s', async (response_code, first) => {
    const { url } = await openRedirect(app.merchant, WALLETA, { metadata: { response_code } })
    expect(buttonsOf((await load(url)).html)[0]).toBe(first)
  })

  it('a voucher shows its number and how long it may be paid', async () => {
    const { html } = await load((await openRedirect(app.merchant, voucher('blt'))).url)
    expect(html).toMatch(/\d{4} \d{4} \d{4} \d{4}/)
    expect(html).toContain('Pay until')
  })

  it('an unknown address is a 404 page, for its form too', async () => {
    const url = `${app.baseUrl}/simulators/checkouts/att_nobody`
    const { status, html } = await load(url)
    expect([status, html.includes('<h1>')]).toEqual([404, true])
    const body = new URLSearchParams({ outcome: 'APPROVED' })
    expect((await fetch(`${url}/outcome`, { method: 'POST', body })).status).toBe(404)
  })

  it('the charge of a card has no such page', async () => {
    const { body } = await app.merchant.authorize()
    const [row] = await app.database.sql<{ attempt_id: string }[]>`
      select attempt_id from simulator.charges where transaction_id = ${body.result.id}`
    expect((await load(`${app.baseUrl}/simulators/checkouts/${row!.attempt_id}`)).status).toBe(404)
  })

  it('an outcome that is no button is refused and changes nothing', async () => {
    const { id, url } = await openRedirect(app.merchant)
    const body = new URLSearchParams({ outcome: 'MAYBE' })
    expect((await fetch(`${url}/outcome`, { method: 'POST', body })).status).toBe(422)
    expect(await chargesOf(app.merchant, id)).toEqual(['AWAITING_SHOPPER'])
  })
})

describe('each button', () => {
  const ENDS: readonly (readonly [Outcome, string, string, string])[] = [
    ['APPROVED', 'APPROVED', '0000', ADDRESSES.return_url],
    ['DECLINED', 'DECLINED', '1000', ADDRESSES.error_url],
    ['CANCELED', 'CANCELED', '1003', ADDRESSES.cancel_url],
  ]

  describe.each([WALLETA, voucher('gch')])('of $type', (method) => {
    it.each(ENDS)('%s ends as %s %s and goes verbatim to %s', async (outcome, status, code, address) => {
      const { id, url } = await openRedirect(app.merchant, method)
      expect(await comeBack(await press(url, outcome))).toBe(address)
      const record = await recordOf(app.merchant, id)
      expect(record).toMatchObject({ status, processing_code: code, redirect_url: null, data: null })
      expect(await eventsAbout(app.merchant, id)).toEqual([status])
      const { html } = await load(url)
      expect(buttonsOf(html)).toEqual([])
      expect(html).toContain('Back to the shop')
    })

    it('PENDING goes to return_url; the voucher may be paid later, and the event follows', async () => {
      const { id, url } = await openRedirect(app.merchant, method)
      expect(await comeBack(await press(url, 'PENDING'))).toBe(ADDRESSES.return_url)
      expect(await recordOf(app.merchant, id)).toMatchObject({ status: 'PENDING', redirect_url: null })
      expect(buttonsOf((await load(url)).html)).toHaveLength(4)
      await press(url, 'APPROVED')
      expect(await ended(app.merchant, id)).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
      expect(await eventsAbout(app.merchant, id)).toEqual(['APPROVED'])
    })
  })

  it('where only return_url is known, everything goes there', async () => {
    const { url } = await openRedirect(app.merchant, WALLETA, { error_url: undefined, cancel_url: undefined })
    expect(await comeBack(await press(url, 'CANCELED'))).toBe(ADDRESSES.return_url)
  })
})

describe('the first final choice counts', () => {
  it('for a double click', async () => {
    const { id, url } = await openRedirect(app.merchant)
    const addresses = await Promise.all([press(url, 'APPROVED'), press(url, 'APPROVED')])
    for (const address of addresses) expect(await comeBack(address)).toBe(ADDRESSES.return_url)
    expect(await eventsAbout(app.merchant, id)).toEqual(['APPROVED'])
  })

  it('for two browsers that choose differently at the same instant', async () => {
    const redirects: Redirected[] = await Promise.all(Array.from({ length: 8 }, () => openRedirect(app.merchant)))
    await Promise.all(
      redirects.map(async ({ id, url }) => {
        const addresses = await Promise.all([press(url, 'APPROVED'), press(url, 'DECLINED')])
        const [first, second] = await Promise.all(addresses.map(comeBack))
        expect(first).toBe(second)
        const { status } = await recordOf(app.merchant, id)
        expect(await chargesOf(app.merchant, id)).toEqual([status === 'APPROVED' ? 'CHARGED' : 'REFUSED'])
        expect(await eventsAbout(app.merchant, id)).toEqual([status])
      }),
    )
  })

  it('a later shopper is shown that it is over, and changes nothing', async () => {
    const { id, url } = await openRedirect(app.merchant)
    await comeBack(await press(url, 'DECLINED'))
    expect(await comeBack(await press(url, 'APPROVED'))).toBe(ADDRESSES.error_url)
    expect(await chargesOf(app.merchant, id)).toEqual(['REFUSED'])
    expect((await recordOf(app.merchant, id)).status).toBe('DECLINED')
  })
})
