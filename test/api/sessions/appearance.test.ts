import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { createSession } from './browser.ts'

// A merchant's name, color and logo on the hosted page (docs/reference/hosted-page.md#appearance).

/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const LOGO = `data:image/png;base64,${PIXEL}`
const PLAIN = { display_name: null, accent_color: null, logo_url: null }

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const change = (merchant: TestMerchant, body: unknown) => merchant.call('PATCH', '/api/appearance', { body })
const show = async (merchant: TestMerchant) => (await merchant.call('GET', '/api/appearance')).body

async function pageOf(merchant: TestMerchant) {
  const { id } = (await createSession(merchant)).body
  const answer = await fetch(`${app.baseUrl}/hosted-payment-page/${id}`)
  return { csp: answer.headers.get('content-security-policy')!, html: await answer.text() }
}

it('a page shows the name, the color and the logo that its merchant chose, and other merchants’ pages do not', async () => {
  const [merchant, other] = await Promise.all([app.newMerchant(), app.newMerchant()])
  expect(await show(merchant)).toEqual(PLAIN)
  const { status, body } = await change(merchant, { display_name: 'Bo <b>', accent_color: '#7A1F5C', logo: LOGO })
  expect(status).toBe(200)
  expect(body).toEqual({ display_name: 'Bo <b>', accent_color: '#7a1f5c', logo_url: expect.any(String) })
  expect(await show(merchant)).toEqual(body)
  const { html, csp } = await pageOf(merchant)
  expect(html).toContain('<h1>Bo &lt;b&gt;</h1>')
  expect(html).toContain('--brand: #7a1f5c;')
  expect(html).toContain(`<img class="logo" src="${new URL(body.logo_url).pathname}" alt="">`)
  const [, nonce] = /style-src 'nonce-([^']+)';/.exec(csp)!
  expect(html).toContain(`<style nonce="${nonce}">`)
  expect(await show(other)).toEqual(PLAIN)
  const plain = (await pageOf(other)).html
  expect(plain).toContain('<h1>Larkspur Coffee</h1>')
  expect(plain).not.toMatch(/<style|class="logo"/)
})

it('a logo is served from here as the picture that it is', async () => {
  const merchant = await app.newMerchant()
  const { logo_url } = (await change(merchant, { logo: LOGO })).body
  expect(logo_url.startsWith(`${app.baseUrl}/merchant-logos/`)).toBe(true)
  const answer = await fetch(logo_url)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(PIXEL)
  expect((await fetch(`${app.baseUrl}/merchant-logos/${'0'.repeat(64)}`)).status).toBe(404)
})

it('what is missing stays, and null takes it away', async () => {
  const merchant = await app.newMerchant()
  const { body } = await change(merchant, { display_name: 'Bo', accent_color: '#ffd400', logo: LOGO })
  expect((await change(merchant, {})).body).toEqual(body)
  expect((await change(merchant, { accent_color: null })).body).toEqual({ ...body, accent_color: null })
  expect((await change(merchant, { logo: null })).body).toEqual({ ...PLAIN, display_name: 'Bo' })
  expect((await change(merchant, { display_name: null })).body).toEqual(PLAIN)
  const { items } = (await merchant.call('GET', '/api/audit-log')).body
  const nameless = { action: 'appearance.changed', changes: { display_name: null } }
  expect(items).toContainEqual(expect.objectContaining(nameless))
  expect(JSON.stringify(items)).not.toContain(PIXEL)
})

it('what is no color, name or picture is refused, together', async () => {
  const merchant = await app.newMerchant()
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`
  const { status, body } = await change(merchant, { display_name: '', accent_color: 'red', logo: svg })
  expect(status).toBe(422)
  expect(body.errors.map(({ property }: { property: string }) => property).sort()).toEqual([
    'accent_color',
    'display_name',
    'logo',
  ])
  expect(await show(merchant)).toEqual(PLAIN)
})
