import { expect, FULL, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

/** A page whose session is open. */
const it = test.extend<{ shop: EmbeddedShop; session: object; language: string }>({
  session: [{}, { option: true }],
  language: ['en-US', { option: true }],
  shop: async ({ page, site, demo, merchant, session, language }, use) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: await merchant.createSession(session), locale: language })
    await use(shop)
  },
})

it.use({ expectedNoise: /status of (422|429|409)/ })

/** Submits a component with these facts about the customer. @returns `code: message`, or the status */
const submit = (shop: EmbeddedShop, component: string, customer = '{}') =>
  shop.page.evaluate(`new Promise((resolve) => ${component}.submitPayment({ customer: ${customer},
    callback: (response, error) => resolve(error ? error.code + ': ' + error.message : response.status) }))`)

it(
  'what the shop itself says of its customer is refused by name, and the focus stays where it is',
  FULL,
  async ({ shop }) => {
    await shop.mount('card')
    await shop.type()
    await shop.page.locator('#before').focus()
    expect(await submit(shop, 'component', "{ phone: '123' }")).toMatch(
      /^invalid_fields: phone: Enter the phone number/,
    )
    expect(await submit(shop, 'component', "{ country: 'Sweden' }")).toBe('invalid_fields: country: Choose a country.')
    expect(await submit(shop, 'component', "{ email: 'nobody' }")).toMatch(/^invalid_fields: email: Enter an email/)
    await expect(shop.page.locator('#before')).toBeFocused()
    expect(await submit(shop, 'component')).toBe('APPROVED')
  },
)

it('a phone with spaces and dashes reaches the record as E.164', FULL, async ({ shop, sql }) => {
  await shop.mount('card')
  await shop.type()
  const { transaction_id: id } = (await shop.page.evaluate(`new Promise((resolve) => component.submitPayment({
    customer: { phone: '+46 (70) 123-45 67' }, callback: resolve }))`)) as { transaction_id: string }
  const [record] = await sql`select customer ->> 'phone' as phone from transactions where id = ${id}`
  expect(record?.phone).toBe('+46701234567')
})

it('fields that only the gateway finds wrong are marked, in the shopper’s words, and the first has the focus', async ({
  shop,
}) => {
  await shop.mount('card')
  await shop.type()
  await shop.page.route('**/embedded-fields/sessions/*/pay', (route) => {
    const errors = ['expiry', 'cvc'].map((field) => ({ field, message: 'Use another.' }))
    const json = { code: 'invalid_fields', message: 'Use another.', errors }
    return route.fulfill({ status: 422, json })
  })
  expect((await shop.try()).error).toEqual({ code: 'invalid_fields', message: 'Check the highlighted fields.' })
  await expect(shop.problem('expiry')).toHaveText('Enter the month and year as on the card.')
  await expect(shop.field('expiry')).toBeFocused()
  // The form checks a field 200 ms after it was left, as the code was for the button.
  await shop.field('cvc').evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)))
  await expect(shop.problem('cvc')).toHaveText('The security code has 3 digits.')
})

it.describe('in Swedish', () => {
  it.use({ language: 'sv-SE' })

  it('an alternative method without its fields on the page names what it misses', FULL, async ({ shop }) => {
    const method = (type: string) => `core.create('alternative-payment-method', { data: { type: '${type}' } })`
    expect(await submit(shop, method('OPEN_BANKING'))).toBe('invalid_fields: country: Välj land.')
    expect(await submit(shop, method('voucher-redirect-psc'))).toMatch(/email: .* firstName: .* lastName: /)
    expect(await submit(shop, method('OPEN_BANKING'), "{ country: 'SE' }")).toBe('PENDING')
  })
})

it('a method whose data is missing is not valid from the moment it is ready', FULL, async ({ shop }) => {
  const found = await shop.page.evaluate(`(async () => {
    const method = core.create('alternative-payment-method', { data: { type: 'voucher-redirect-psc' } })
    await method.mount('#card')
    return [method.validate(), method.getDataWithValidation().errors.map(({ field }) => field)]
  })()`)
  expect(found).toEqual([false, ['firstName', 'lastName', 'email']])
})

it.describe('a session whose customer is known', () => {
  it.use({ session: { country: 'SE', customer: { first_name: 'Ada', last_name: 'Ek', email: 'ada@example.com' } } })

  it('finds such a method valid from the moment it is ready', FULL, async ({ shop }) => {
    const found = await shop.page.evaluate(`(async () => {
      const method = core.create('alternative-payment-method', { data: { type: 'voucher-redirect-psc' } })
      await method.mount('#card')
      return method.validate()
    })()`)
    expect(found).toBe(true)
  })
})

it.describe('after ten declines', () => {
  const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', response_code: 'TRX_STATUS_DECLINED' }
  it.use({ session: { metadata } })

  it('the session is used up, which callback and onError hear once', FULL, async ({ shop }) => {
    await shop.mount('card')
    await shop.type()
    for (let tries = 0; tries < 10; tries += 1) expect((await shop.try()).response?.status).toBe('DECLINED')
    expect((await shop.try()).error?.code).toBe('session_expired')
    expect(await shop.heard('errors')).toEqual(['session_expired'])
    expect(await shop.answers()).toHaveLength(11)
  })
})

it('a session that another tab has finished is session_completed', FULL, async ({ shop, page, site, demo }) => {
  await shop.mount('card')
  await shop.type()
  const address = await page.locator('embedded-fields-card iframe').getAttribute('src')
  const other = new EmbeddedShop(await page.context().newPage(), demo)
  await other.page.goto(site.show(EmbeddedShop.markup(demo)))
  await other.start({ sessionId: new URL(address!).searchParams.get('session_id') })
  await other.mount('card')
  await other.type()
  expect((await other.try()).response?.status).toBe('APPROVED')
  expect((await shop.try()).error?.code).toBe('session_completed')
  await expect(shop.fields.locator('.progress')).toHaveText('This payment is complete or canceled.')
})
