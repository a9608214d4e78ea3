import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { createLink, payLink, readLink } from '../payment-links/links.ts'

const PATH = '/dashboard/payment-links'

let app: RunningGateway
let merchant: TestMerchant
let support: Visitor
let viewer: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  support = await newVisitor(app, 'support', merchant.merchantId)
  viewer = await newVisitor(app, 'viewer', merchant.merchantId)
})
afterAll(() => app.close())

const page = async (path: string) => (await support.get(path)).text

it('support creates a link from a description and an amount, and finds address and QR code', async () => {
  const list = await page(PATH)
  for (const action of ['link-create']) expect(list).toContain(`data-action="${action}"`)
  const form = { description: 'Pottery', amount: '49', currency: 'EUR', terminal_id: merchant.terminalId }
  const sent = await support.post(PATH, form)
  expect(sent.status).toBe(303)
  const text = await page(sent.headers.get('location')!)
  const [id] = fieldsOf(text, 'id')
  expect(await readLink(merchant, id!)).toMatchObject({ amount: 4900n, description: 'Pottery', status: 'ACTIVE' })
  for (const action of ['link-copy', 'link-qr', 'link-disable']) expect(text).toContain(`data-action="${action}"`)
  const { items } = (await merchant.call('GET', `/api/audit-log?subject=${id}`)).body
  expect(items).toMatchObject([{ action: 'payment-link.created', actor: support.personId }])
})

it('the form takes the language of a link, and the email to which its receipt goes', async () => {
  const form = { description: 'Pottery', amount: '49', currency: 'EUR', terminal_id: merchant.terminalId }
  const sent = await support.post(PATH, { ...form, locale: 'en-US', 'customer.email': ' ada@shop.example ' })
  const [id] = fieldsOf(await page(sent.headers.get('location')!), 'id')
  expect(await readLink(merchant, id!)).toMatchObject({ locale: 'en-US', customer: { email: 'ada@shop.example' } })
})

/** Key of the form on a page that creates something. */
const keyIn = (text: string) => /name="form_key" value="(\w+)"/.exec(text)?.[1] ?? ''

it('the form sent five times at one instant makes one link; changed, or of another page, another one', async () => {
  const own = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', own.merchantId)
  const form_key = keyIn((await owner.get(PATH)).text)
  const form = { form_key, description: 'Pottery', amount: '49', currency: 'EUR', terminal_id: own.terminalId }
  const sent = await Promise.all(Array.from({ length: 5 }, () => owner.post(PATH, form)))
  expect(new Set(sent.map(({ status, headers }) => `${status} ${headers.get('location')}`)).size).toBe(1)
  await owner.post(PATH, { ...form, amount: '50' })
  await owner.post(PATH, { ...form, form_key: keyIn((await owner.get(PATH)).text) })
  const { items } = (await own.call('GET', '/api/payment-links')).body
  expect(items.map(({ amount }: { amount: bigint }) => amount).sort()).toEqual([4900n, 4900n, 5000n])
})

it('each form that creates something creates it once', async () => {
  const own = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', own.merchantId)
  const forms: Record<string, Record<string, string>> = {
    '/dashboard/clients': { name: 'Books', 'permissions.payments.read': 'yes' },
    '/dashboard/webhooks': { url: 'http://127.0.0.1:9/hook', terminal_id: '' },
    '/dashboard/try': { amount: '12', currency: 'EUR', terminal: own.terminalId, type: 'PURCHASE' },
  }
  for (const [path, fields] of Object.entries(forms)) {
    const form_key = keyIn((await owner.get(path)).text)
    const [one, two] = [
      await owner.post(path, { ...fields, form_key }),
      await owner.post(path, { ...fields, form_key }),
    ]
    expect([path, one.status, form_key]).toEqual([path, 303, expect.stringMatching(/^\w{24}$/)])
    expect(two.headers.get('location')).toBe(one.headers.get('location'))
  }
  const { items } = (await own.call('GET', '/api/webhook-endpoints')).body
  expect(items).toHaveLength(1)
})

it('wrong fields come back with the form', async () => {
  const form = { description: '', amount: 'x', currency: 'EUR', terminal_id: merchant.terminalId }
  const { status, text } = await support.post(PATH, form)
  expect([status, attributesOf(text, 'data-problem')]).toEqual([422, ['amount']])
})

it('the list shows status, payments and the sum; a payment leads to its link', async () => {
  const link = await createLink(merchant, { description: 'Course', max_payments: 3 })
  await payLink(link.url)
  const text = await page(`${PATH}?q=course`)
  expect(attributesOf(text, 'data-row')).toEqual(['payment-link'])
  expect([fieldsOf(text, 'status'), fieldsOf(text, 'payments')]).toEqual([['Active'], ['1 of 3']])
  expect(fieldsOf(text, 'collected')).toEqual(['€49.00'])
  const { last_transaction_id } = await readLink(merchant, link.id)
  expect(await page(`/dashboard/transactions/${last_transaction_id}`)).toContain(`href="${PATH}/${link.id}"`)
})

it('a link is disabled and enabled again', async () => {
  const { id } = await createLink(merchant)
  expect((await support.post(`${PATH}/${id}/disable`)).status).toBe(303)
  expect((await readLink(merchant, id)).status).toBe('DISABLED')
  expect(await page(`${PATH}/${id}`)).toContain('data-action="link-enable"')
  expect((await support.post(`${PATH}/${id}/enable`)).status).toBe(303)
  expect((await readLink(merchant, id)).status).toBe('ACTIVE')
})

it('a viewer reads links and changes none', async () => {
  const { id } = await createLink(merchant)
  for (const path of [PATH, `${PATH}/${id}`]) {
    const { status, text } = await viewer.get(path)
    expect([status, /data-action="link-(create|disable)"/.test(text)]).toEqual([200, false])
  }
  expect((await viewer.post(`${PATH}/${id}/disable`)).status).toBe(403)
  expect((await viewer.post(PATH, { description: 'x', amount: '1' })).status).toBe(403)
})
