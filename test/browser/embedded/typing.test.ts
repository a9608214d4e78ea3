import type { Locator } from '@playwright/test'
import { expect, FULL, fullUnless, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

/** A page with a card that is ready to be typed into. */
const it = test.extend<{ shop: EmbeddedShop }>({
  shop: async ({ page, site, demo, merchant }, use) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: await merchant.createSession() })
    await shop.mount('card')
    await use(shop)
  },
})

/** Writes into an input as a password manager does, which dispatches only these events. */
const fillIn = (input: Locator, text: string, events: readonly string[]) =>
  input.evaluate(
    (element, given) => {
      element.value = given.text
      for (const type of given.events) element.dispatchEvent(new Event(type, { bubbles: true }))
    },
    { text, events },
  )

for (const events of [['input', 'change'], ['change']]) {
  it(
    `a form that is filled in one step and dispatches ${events.join(' and ')} is complete and valid`,
    fullUnless(events.length === 1),
    async ({ shop }) => {
      await fillIn(shop.field('number'), '5555555555554444', events)
      await fillIn(shop.field('expiry'), '12/2039', events)
      await fillIn(shop.field('cvc'), '123', events)
      await expect(shop.field('number')).toHaveValue('5555 5555 5555 4444')
      await expect(shop.field('expiry')).toHaveValue('12 / 39')
      expect((await shop.changes()).map(({ field }) => field)).toEqual(['number', 'expiry', 'cvc'])
      expect(await shop.page.evaluate('component.validate()')).toBe(true)
      expect((await shop.try()).response?.approved).toBe(true)
    },
  )
}

for (const [script, number, expiry, code] of [
  ['full-width', '４１１１ １１１１ １１１１ １１１１', '１２／３９', '１２３'],
  ['Arabic', '٤١١١ ١١١١ ١١١١ ١١١١', '١٢/٣٩', '١٢٣'],
  ['Persian', '۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱', '۱۲/۳۹', '۱۲۳'],
]) {
  it(`${script} digits are taken for what they say`, FULL, async ({ shop }) => {
    await shop.field('number').fill(number!)
    await shop.field('expiry').fill(expiry!)
    await shop.field('cvc').fill(code!)
    await expect(shop.field('number')).toHaveValue('4111 1111 1111 1111')
    await expect(shop.field('expiry')).toHaveValue('12 / 39')
    await expect(shop.field('cvc')).toHaveValue('123')
  })
}

it(
  'an input method finds its text as it left it, and the number is grouped once it is done',
  FULL,
  async ({ shop }) => {
    const number = shop.field('number')
    await number.focus()
    const browser = await shop.page.context().newCDPSession(shop.page)
    for (const text of ['４', '４１', '４１１', '４１１１', '４１１１１']) {
      await browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      await expect(number).toHaveValue(text)
    }
    await browser.send('Input.insertText', { text: '４１１１１' })
    await expect(number).toHaveValue('4111 1')
    expect((await shop.changes()).at(-1)).toMatchObject({ field: 'number', brand: 'visa' })
  },
)

it('the shop hears of every change that an input method makes, before the composition ends', async ({ shop }) => {
  await shop.field('number').fill('4111111111111111')
  await shop.field('cvc').fill('123')
  const expiry = shop.field('expiry')
  await expiry.focus()
  const browser = await shop.page.context().newCDPSession(shop.page)
  const compose = (text: string) =>
    browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const last = async () => (await shop.changes()).at(-1)
  for (const text of ['1', '12', '123']) await compose(text)
  await expect.poll(last).toMatchObject({ field: 'expiry', complete: true, valid: false })
  await compose('１２３９')
  await expect.poll(last).toMatchObject({ field: 'expiry', complete: true, valid: true })
  await expect(expiry).toHaveValue('１２３９')
  expect(await shop.page.evaluate('component.validate()')).toBe(true)
  const heard = (await shop.changes()).length
  await browser.send('Input.insertText', { text: '１２３９' })
  await expect(expiry).toHaveValue('12 / 39')
  expect(await shop.changes()).toHaveLength(heard)
  await shop.field('cvc').fill('')
  await shop.field('cvc').focus()
  await compose('１２３')
  await expect.poll(last).toMatchObject({ field: 'cvc', complete: true, valid: true })
  await expect(shop.field('cvc')).toHaveValue('１２３')
})

it('what was typed is undone and done again key by key', async ({ shop }) => {
  const number = shop.field('number')
  await number.pressSequentially('41112')
  await expect(number).toHaveValue('4111 2')
  await number.press('ControlOrMeta+z')
  await expect(number).toHaveValue('4111')
  await number.press('ControlOrMeta+z')
  await expect(number).toHaveValue('411')
  await number.press('ControlOrMeta+Shift+z')
  await expect(number).toHaveValue('4111')
  expect((await shop.changes()).at(-1)).toMatchObject({ field: 'number', brand: 'visa' })
})

it('a month is corrected digit by digit, and the year stays', FULL, async ({ shop }) => {
  const expiry = shop.field('expiry')
  await expiry.pressSequentially('1239')
  await expiry.press('Home')
  await expiry.press('Delete')
  await expect(expiry).toHaveValue('2 / 39')
  await expiry.press('Delete')
  await expect(expiry).toHaveValue(' / 39')
  await expiry.pressSequentially('10')
  await expect(expiry).toHaveValue('10 / 39')
})

it('Backspace takes one digit at a time, over the separators', FULL, async ({ shop }) => {
  await shop.field('expiry').pressSequentially('1239')
  for (const left of ['12 / 3', '12', '1', '']) {
    await shop.field('expiry').press('Backspace')
    await expect(shop.field('expiry')).toHaveValue(left)
  }
  await shop.field('number').pressSequentially('411122')
  for (const left of ['4111 2', '4111', '411']) {
    await shop.field('number').press('Backspace')
    await expect(shop.field('number')).toHaveValue(left)
  }
})

it('what is pressed right after the last digit finds the form valid', FULL, async ({ shop }) => {
  await shop.page.evaluate("document.querySelector('#pay').onclick = () => { heard.valid = component.validate() }")
  await shop.type()
  await shop.pay()
  expect(await shop.page.evaluate('heard.valid')).toBe(true)
})
