import { expect, FULL, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

/** A page whose session is open. */
const it = test.extend<{ shop: EmbeddedShop }>({
  shop: async ({ page, site, demo, merchant }, use) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: await merchant.createSession() })
    await use(shop)
  },
})

/** Returns the error of an expression, as `code: message`. */
const thrown = (shop: EmbeddedShop, expression: string) =>
  shop.page.evaluate(
    `(async () => { try { await (${expression}); return 'nothing' } catch (error) { return error.code + ': ' + error.message } })()`,
  )

const WRONG: readonly [expression: string, names: RegExp][] = [
  ['PaymentComponent()', /clientKey/],
  ["PaymentComponent('x')", /object/],
  ["PaymentComponent({ clientKey: 'k', sessionId: {}, environment: 'test' })", /sessionId/],
  ["PaymentComponent({ clientKey: 'k', sessionId: 's', environment: 'test', locale: 7 })", /locale/],
  ["core.create('constructor')", /one of card, saved-card/],
  ["core.create('card', { locale: 7 })", /locale/],
  ["core.create('card', { customerConfig: { hasHolderName: 'false' } })", /customerConfig.hasHolderName/],
  ["core.create('card', { componentConfig: { componentListeners: { onError: 7 } } })", /componentListeners.onError/],
  ["core.create('alternative-payment-method', { data: { type: '' } })", /data.type/],
  ["core.create('saved-card', { data: { paymentMethodId: 7 } })", /data.paymentMethodId/],
  ["core.create('card').mount('#nowhere')", /#nowhere/],
  ["core.create('card').mount('##')", /##/],
  ["core.create('card').changeLocale(7)", /locale/],
]

it('what is not an option is invalid_options, and the message names it', async ({ shop }) => {
  for (const [expression, names] of WRONG) {
    const said = await thrown(shop, expression)
    expect(said, expression).toMatch(/^invalid_options: /)
    expect(said, expression).toMatch(names)
  }
})

it('null counts as not said, and more than is known is ignored', FULL, async ({ shop }) => {
  const config = '{ data: null, customerConfig: null, componentListeners: null, locale: null, more() {} }'
  expect(await thrown(shop, `core.create('card', ${config})`)).toBe('nothing')
})

it('wrapped objects of a framework, with functions among their values, reach the frame', FULL, async ({ shop }) => {
  await shop.page.evaluate(`(async () => {
    const reactive = (values) => new Proxy({ ...values, watch() {} }, {})
    window.component = core.create('card', reactive({ data: reactive({}), customerConfig: reactive({ hasHolderName: true }) }))
    await component.mount('#card')
    window.reactive = reactive
  })()`)
  await expect(shop.field('name')).toBeVisible()
  await shop.type()
  const status = await shop.page.evaluate(`new Promise((resolve) => component.submitPayment(
    reactive({ customer: reactive({ firstName: 'Ada' }), callback: (response, error) => resolve(response?.status ?? error.code) })))`)
  expect(status).toBe('APPROVED')
})

it('a customer that is not made of texts is refused, and the next submit pays', FULL, async ({ shop }) => {
  await shop.mount('card')
  await shop.type()
  const submit = (customer: string) =>
    shop.page.evaluate(`new Promise((resolve) => component.submitPayment({
      customer: ${customer}, callback: (response, error) => resolve(response?.status ?? error.code) }))`)
  expect(await submit('7')).toBe('invalid_options')
  expect(await submit('{ phone: 46701234567 }')).toBe('invalid_options')
  expect(await submit('{ firstName() {} }')).toBe('invalid_options')
  expect(await shop.heard('errors')).toEqual(['invalid_options', 'invalid_options', 'invalid_options'])
  expect(await submit('null')).toBe('APPROVED')
})

it('a submit with no options at all pays', FULL, async ({ shop, merchant }) => {
  await shop.mount('card')
  await shop.type()
  await shop.page.evaluate('component.submitPayment(null)')
  await expect(shop.field('cvc')).toHaveValue('')
  const sessionId = await shop.page.evaluate(
    "new URL(document.querySelector('iframe').src).searchParams.get('session_id')",
  )
  expect(await merchant.readSession(String(sessionId))).toMatchObject({ status: 'APPROVED' })
})
