import { expect, FULL, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

const HOLDER = { hasHolderName: true, holderNameRequired: true, hasHolderEmail: true, holderEmailRequired: true }

/** A page with a card that is ready to be typed into. */
const it = test.extend<{ shop: EmbeddedShop; customerConfig: object; session: object; markup: string }>({
  customerConfig: [{}, { option: true }],
  session: [{}, { option: true }],
  markup: ['', { option: true }],
  shop: async ({ page, site, demo, merchant, customerConfig, session, markup }, use) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(markup + EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: await merchant.createSession(session) })
    await shop.mount('card', { customerConfig })
    await use(shop)
  },
})

it('number, expiry and code carry the standard autofill tokens, phone keyboards and no translation', async ({
  shop,
}) => {
  for (const [name, token] of [
    ['number', 'cc-number'],
    ['expiry', 'cc-exp'],
    ['cvc', 'cc-csc'],
  ]) {
    await expect(shop.field(name!)).toHaveAttribute('autocomplete', token!)
    await expect(shop.field(name!)).toHaveAttribute('inputmode', 'numeric')
    await expect(shop.field(name!)).toHaveAttribute('translate', 'no')
    await expect(shop.field(name!)).toHaveCSS('font-size', '16px')
  }
  await expect(shop.fields.locator('input')).toHaveCount(4)
  expect(new URL((await shop.page.locator('embedded-fields-card iframe').getAttribute('src'))!).pathname).toBe(
    '/embedded-fields/frame',
  )
})

it.describe('holder fields', () => {
  it.use({ customerConfig: HOLDER })

  it('are shown and required as configured', FULL, async ({ shop }) => {
    await expect(shop.field('name')).toHaveAttribute('autocomplete', 'cc-name')
    await expect(shop.field('email')).toHaveAttribute('autocomplete', 'email')
    await shop.type()
    await shop.field('email').fill('ada@')
    expect((await shop.try()).error?.code).toBe('invalid_fields')
    await expect(shop.problem('name')).toHaveText('Enter the name as on the card.')
    await expect(shop.problem('email')).toContainText('name@example.com')
    await expect(shop.field('name')).toBeFocused()
    await shop.field('name').fill('Ada Lindqvist')
    await shop.field('email').fill('ada@example.com')
    expect(await shop.page.evaluate('component.getCustomer()')).toEqual({
      holderName: 'Ada Lindqvist',
      email: 'ada@example.com',
    })
    expect((await shop.try()).response?.approved).toBe(true)
  })

  it(
    'a press of the shop’s button that lasts is a click, though a message appears above it meanwhile',
    FULL,
    async ({ shop }) => {
      await shop.type()
      await shop.field('email').fill('ada@')
      // A shop may keep such events to itself.
      await shop.page.evaluate("document.querySelector('#pay').onpointerup = (event) => event.stopPropagation()")
      const button = (await shop.page.locator('#pay').boundingBox())!
      await shop.page.mouse.move(button.x + button.width / 2, button.y + button.height / 2)
      await shop.page.mouse.down()
      await expect(shop.problem('email')).toBeVisible()
      await shop.page.waitForTimeout(100)
      await shop.page.mouse.up()
      expect((await shop.answer()).error?.code).toBe('invalid_fields')
      await expect.poll(async () => (await shop.page.locator('#pay').boundingBox())!.y).toBeGreaterThan(button.y)
    },
  )
})

it.describe('holder fields that are required but not shown', () => {
  it.use({ customerConfig: { holderNameRequired: true, holderEmailRequired: true } })

  it('ask for nothing', FULL, async ({ shop }) => {
    await expect(shop.fields.locator('input:visible')).toHaveCount(3)
    await shop.type()
    expect((await shop.try()).response?.approved).toBe(true)
  })
})

it.describe('holder fields that are shown but not required', () => {
  it.use({ customerConfig: { hasHolderName: true, hasHolderEmail: true } })

  it('may stay empty; an email that is there has to be one', FULL, async ({ shop }) => {
    await shop.type()
    await shop.field('email').fill('ada@')
    expect((await shop.try()).error?.code).toBe('invalid_fields')
    await shop.field('email').fill('')
    expect((await shop.try()).response?.approved).toBe(true)
  })
})

it.describe('an agreement', () => {
  const agreement = { purpose: 'RECURRING', description: 'Monthly plan', max_amount: 5000, frequency_days: 30 }
  it.use({ session: { agreement, tokenization: { save_card_for_future_payments: true } } })

  it('is shown in words, in the language of the fields, and returned to the shop', async ({ shop }) => {
    const line = shop.fields.locator('[data-field="agreement"]')
    await expect(line).toHaveText(
      /^Monthly plan: you allow the shop .* every 30 days\. Each charge is €50\.00 at most\. To cancel, contact the shop\.$/,
    )
    expect(await shop.page.evaluate('core.getAgreementText()')).toBe(await line.textContent())
    await shop.page.evaluate("component.changeLocale('sv-SE')")
    await expect(line).toContainText('med 30 dagars mellanrum')
    expect(await shop.page.evaluate("core.getAgreementText('sv')")).toBe(await line.textContent())
    await shop.type()
    expect((await shop.try()).response?.approved).toBe(true)
  })
})

it('shows and returns no terms without an agreement', async ({ shop }) => {
  await expect(shop.fields.locator('[data-field="agreement"]')).toBeEmpty()
  expect(await shop.page.evaluate('core.getAgreementText()')).toBeNull()
})

it('the brand follows the number, and American Express asks for four digits', async ({ shop }) => {
  await shop.field('number').pressSequentially('4')
  await expect(shop.fields.locator('.brand')).toHaveText('Visa')
  await shop.field('number').fill('378282246310005')
  await expect(shop.field('number')).toHaveValue('3782 822463 10005')
  await expect(shop.fields.locator('.brand')).toHaveText('American Express')
  await expect(shop.fields.locator('#cvc-hint')).toHaveText('4 digits, on the front')
  await shop.field('cvc').fill('1234')
  await shop.field('number').fill('4111111111111111')
  await expect(shop.field('cvc')).toHaveValue('123')
  const changes = await shop.changes()
  expect(changes.map(({ brand }) => brand)).toEqual(['visa', 'amex', 'amex', 'visa'])
  expect(changes.map(({ field }) => field)).toEqual(['number', 'number', 'cvc', 'number'])
})

it(
  'a number that was pasted with dashes and an expiry with a long year read as cards print them',
  FULL,
  async ({ shop }) => {
    await shop.field('number').fill('4111-1111-1111-1111')
    await shop.field('expiry').fill('12/2039')
    await expect(shop.field('number')).toHaveValue('4111 1111 1111 1111')
    await expect(shop.field('expiry')).toHaveValue('12 / 39')
    await shop.field('cvc').fill('123')
    expect((await shop.changes()).at(-1)).toMatchObject({ valid: true, complete: true })
    expect(await shop.page.evaluate('component.validate()')).toBe(true)
  },
)

it('a digit put into the middle stays where it was put', FULL, async ({ shop }) => {
  const number = shop.field('number')
  await number.pressSequentially('41111111')
  for (let moves = 0; moves < 4; moves += 1) await number.press('ArrowLeft')
  await number.pressSequentially('99')
  await expect(number).toHaveValue('4111 9911 11')
  expect(await number.evaluate((input) => input.selectionStart)).toBe(7)
})

it(
  'a number with fewer digits than its brand has is no card, though its check digit is right',
  FULL,
  async ({ shop }) => {
    await shop.field('number').pressSequentially('411111111117')
    await shop.field('number').press('Tab')
    await expect(shop.problem('number')).toHaveText('Check the card number: a digit seems wrong.')
    await shop.field('number').fill('4111111111111111')
    await shop.field('number').press('Tab')
    await expect(shop.problem('number')).toBeEmpty()
  },
)

it('an error is shown after the field is left, announced once, and removed while it is fixed', async ({ shop }) => {
  await shop.field('number').pressSequentially('4111111111111112')
  await expect(shop.problem('number')).toBeEmpty()
  await shop.field('number').press('Tab')
  await expect(shop.problem('number')).toHaveText('Check the card number: a digit seems wrong.')
  await expect(shop.field('number')).toHaveAttribute('aria-invalid', 'true')
  await expect(shop.field('number')).toHaveAttribute('aria-describedby', 'number-problem')
  const live = shop.fields.locator('div[role="status"]')
  await expect(live).toHaveText('Card number: Check the card number: a digit seems wrong.')
  await shop.field('number').press('End')
  await shop.field('number').press('Backspace')
  await expect(shop.problem('number')).toBeEmpty()
  await expect(shop.field('number')).not.toHaveAttribute('aria-invalid')
})

it('validate shows errors immediately and names missing fields without taking the focus', async ({ shop }) => {
  await shop.page.locator('#before').focus()
  expect(await shop.page.evaluate('component.validate()')).toBe(false)
  await expect(shop.problem('cvc')).toHaveText('Enter the security code.')
  await expect(shop.page.locator('#before')).toBeFocused()
  expect(await shop.page.evaluate('component.getDataWithValidation()')).toEqual({
    valid: false,
    errors: [
      { field: 'number', message: 'Enter the card number.' },
      { field: 'expiry', message: 'Enter the expiry date.' },
      { field: 'cvc', message: 'Enter the security code.' },
    ],
  })
})

it('changeLocale translates everything and keeps what was typed', FULL, async ({ shop }) => {
  await shop.type({ cvc: '12' })
  await shop.try()
  for (const [locale, label, problem] of [
    ['sv', 'Kortnummer', 'Säkerhetskoden har 3 siffror.'],
    ['ro-RO', 'Numărul cardului', 'Codul de securitate are 3 cifre.'],
    ['bs', 'Broj kartice', 'Sigurnosni kod ima 3 cifre.'],
    ['en-GB', 'Card number', 'The security code has 3 digits.'],
  ]) {
    await shop.page.evaluate(`component.changeLocale('${locale}')`)
    await expect(shop.fields.getByLabel(label!)).toHaveValue('4111 1111 1111 1111')
    await expect(shop.problem('cvc')).toHaveText(problem!)
    await expect(shop.fields.locator(`html[lang^="${locale!.slice(0, 2)}"]`)).toHaveCount(1)
  }
})

it.describe('the shop’s variables', () => {
  it.use({
    markup: `<style>embedded-fields-card { --lib-accent-color: rgb(1, 2, 3); --lib-input-background-color: url(https://evil.example/x) }
      .warm embedded-fields-card { --lib-accent-color: rgb(200, 100, 0); --lib-border-radius: 3px }
      @media (max-width: 500px) { embedded-fields-card { --lib-label-font-size: 20px } }</style>`,
    expectedNoise: /--lib-input-background-color is not used/,
  })

  it('reach into the frame and follow classes, styles and media queries; unsafe ones do not', async ({ shop }) => {
    const seen = (name: string) =>
      shop.fields.locator('html').evaluate((root, named) => root.style.getPropertyValue(named), `--lib-${name}`)
    expect(await seen('accent-color')).toBe('rgb(1, 2, 3)')
    expect(await seen('input-background-color')).toBe('')
    await shop.page.evaluate("document.body.className = 'warm'")
    await expect.poll(() => seen('accent-color')).toBe('rgb(200, 100, 0)')
    expect(await seen('border-radius')).toBe('3px')
    await shop.page.evaluate(
      "document.querySelector('embedded-fields-card').style.setProperty('--lib-input-font-size', '22px')",
    )
    await expect.poll(() => seen('input-font-size')).toBe('22px')
    await shop.page.setViewportSize({ width: 400, height: 700 })
    await expect.poll(() => seen('label-font-size')).toBe('20px')
    await shop.page.evaluate(
      "document.querySelector('embedded-fields-card').style.setProperty('--lib-input-color', 'red; } * { x: y')",
    )
    await shop.page.waitForTimeout(300)
    expect(await seen('input-color')).toBe('')
  })
})

it('the frame is as high as its content, without a scroll bar', FULL, async ({ shop }) => {
  const heights = () =>
    Promise.all([
      shop.page.locator('embedded-fields-card iframe').evaluate((frame) => frame.clientHeight),
      shop.fields.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height)),
    ])
  const [before] = await heights()
  await shop.page.evaluate('component.validate()')
  await expect.poll(async () => (await heights())[0]).toBeGreaterThan(before)
  const [frame, content] = await heights()
  expect(frame).toBe(content)
})

it(
  'Tab walks from the page through the fields and back, and Enter sends the form around them',
  FULL,
  async ({ shop }) => {
    const { page } = shop
    await page.locator('#before').focus()
    for (const name of ['number', 'expiry', 'cvc']) {
      await page.keyboard.press('Tab')
      await expect(shop.field(name)).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(page.locator('#pay')).toBeFocused()
    for (const name of ['cvc', 'expiry', 'number']) {
      await page.keyboard.press('Shift+Tab')
      await expect(shop.field(name)).toBeFocused()
    }
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('#before')).toBeFocused()
  },
)

it.describe('in a form', () => {
  it('Enter sends it as it would from any input', FULL, async ({ shop }) => {
    const { page } = shop
    await page.evaluate(`(() => {
      const form = document.createElement('form')
      document.querySelector('#card').before(form)
      form.append(document.querySelector('#card'), document.querySelector('#pay'))
      document.querySelector('#pay').type = 'submit'
      form.onsubmit = (event) => { event.preventDefault(); window.sent = (window.sent ?? 0) + 1 }
    })()`)
    await expect(shop.field('cvc')).toBeVisible()
    await shop.field('cvc').press('Enter')
    await expect.poll(() => page.evaluate('window.sent')).toBe(1)
  })
})

it('fields that are mounted and taken away a hundred times leave nothing behind', FULL, async ({ shop }) => {
  const { page } = shop
  await page.evaluate(`(async () => {
    for (let n = 0; n < 100; n++) { component.mount('#card'); if (n % 2) component.unmount() }
    component.unmount(); component.unmount()
  })()`)
  await expect(page.locator('embedded-fields-card')).toHaveCount(0)
  await expect(page.locator('iframe')).toHaveCount(1)
  await page.evaluate("component.mount(document.querySelector('#card'))")
  await shop.type()
  expect((await shop.try()).response?.approved).toBe(true)
  expect(await shop.heard('errors')).toEqual([])
})

it('two components on one page pay one at a time', FULL, async ({ shop }) => {
  const { page } = shop
  await page.evaluate(`(async () => {
    const place = document.createElement('div'); place.id = 'other'; document.body.append(place)
    window.other = core.create('card'); await other.mount('#other')
  })()`)
  await shop.page.frameLocator('#other iframe').locator('[name="number"]').fill('5555555555554444')
  await page.frameLocator('#card iframe').locator('[name="number"]').fill('4111111111111111')
  await expect(page.frameLocator('#other iframe').locator('.brand')).toHaveText('Mastercard')
  await expect(page.frameLocator('#card iframe').locator('.brand')).toHaveText('Visa')
  for (const [name, text] of Object.entries({ expiry: '1239', cvc: '123' })) {
    for (const place of ['#card', '#other']) {
      await page.frameLocator(`${place} iframe`).locator(`[name="${name}"]`).fill(text)
    }
  }
  const said = await page.evaluate(`Promise.all([component, other].map((one) => new Promise((resolve) =>
    one.submitPayment({ callback: (response, error) => resolve(error?.code ?? response.status) }))))`)
  expect(said).toEqual(['APPROVED', 'already_submitting'])
})

it('a phone that cannot be one of its country is refused before anything is sent', FULL, async ({ shop }) => {
  await shop.type()
  const ask = (phone: string) =>
    shop.page.evaluate(`new Promise((resolve) => component.submitPayment({
    customer: { phone: '${phone}' }, callback: (response, error) => resolve(error ? error.code : response.status) }))`)
  expect(await ask('0701234567')).toBe('invalid_fields')
  expect(await ask('+4670')).toBe('invalid_fields')
  expect(await ask('+46701234567')).toBe('APPROVED')
})

it.describe('where the session asks', () => {
  it.use({ session: { tokenization: { save_card_for_future_payments: 'ask' } } })

  it('the shopper decides whether the card is kept', FULL, async ({ shop, merchant }) => {
    await shop.type()
    await shop.fields.getByLabel('Save this card for next time').check()
    const { response } = await shop.try()
    const { transaction } = await merchant.tollgate.transactionStatus(response!.transaction_id)
    expect(transaction?.payment_method).toMatchObject({ token: expect.stringMatching(/.+/) })
  })
})
