import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVisitor } from '#test/visitor.ts'

// How the hosted page looks, set in the dashboard.

const PATH = '/dashboard/appearance'
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
})
afterAll(() => app.close())

const shown = async () => (await merchant.call('GET', '/api/appearance')).body

it('what an owner saves is what the API answers and the page shows; an empty field takes it away', async () => {
  const owner = await newVisitor(app, 'owner', merchant.merchantId)
  expect((await owner.get('/dashboard/settings')).text).toContain(`href="${PATH}"`)
  const saved = await owner.post(PATH, { display_name: ' Larkspur ', accent_color: '#FFD400', logo: LOGO })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${PATH}?done=saved`])
  const { logo_url, ...others } = await shown()
  expect(others).toEqual({ display_name: 'Larkspur', accent_color: '#ffd400' })
  const { text } = await owner.get(PATH)
  expect(fieldsOf(text, 'display-name')).toEqual(['Larkspur'])
  expect(text).toContain(`src="${new URL(logo_url).pathname}"`)
  await owner.post(PATH, { display_name: '', accent_color: '', logo: '' })
  expect(await shown()).toEqual({ display_name: null, accent_color: null, logo_url })
  await owner.post(PATH, { display_name: '', accent_color: '', logo: '', remove_logo: 'yes' })
  expect((await shown()).logo_url).toBeNull()
})

it('what is wrong stands beside its field, with what was typed', async () => {
  const owner = await newVisitor(app, 'owner', merchant.merchantId)
  const before = await shown()
  const svg = 'data:image/svg+xml;base64,PHN2Zy8+'
  const { status, text } = await owner.post(PATH, { display_name: 'Bo', accent_color: 'yellow', logo: svg })
  expect(status).toBe(422)
  expect(attributesOf(text, 'data-problem').sort()).toEqual(['accent_color', 'logo'])
  expect(text).toContain('value="yellow"')
  expect(await shown()).toEqual(before)
})

it('a viewer sees it and may not change it', async () => {
  const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
  const { status, text } = await viewer.get(PATH)
  expect([status, attributesOf(text, 'data-form').includes('appearance')]).toEqual([200, false])
  expect((await viewer.post(PATH, { display_name: 'Bo' })).status).toBe(403)
})
