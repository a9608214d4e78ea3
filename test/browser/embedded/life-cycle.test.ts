import { expect, FULL, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

const SLOW = { metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', simulate_delay_ms: 1500 } }

/** A page with a card that is typed in and takes its time to be paid. */
const it = test.extend<{ shop: EmbeddedShop }>({
  shop: async ({ page, site, demo, merchant }, use) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: await merchant.createSession(SLOW) })
    await shop.mount('card')
    await shop.type()
    await use(shop)
  },
})

/** Does something to a payment in progress. @returns how it was answered, and how often */
async function answered(shop: EmbeddedShop, act: string): Promise<(string | undefined)[]> {
  await shop.page.evaluate(`(() => { document.querySelector('#pay').onclick(); ${act} })()`)
  await shop.answer()
  await shop.page.waitForTimeout(2000)
  return (await shop.answers()).map(({ response, error }) => error?.code ?? response?.status)
}

const TAKEN: readonly [what: string, act: string][] = [
  ['unmounted in the same breath', 'component.unmount()'],
  ['mounted anew', "component.mount('#card')"],
  ['moved within the page', "document.body.append(document.querySelector('embedded-fields-card'))"],
  ['taken away by the page itself', "document.querySelector('#card').replaceChildren()"],
  ['loaded anew', "{ const frame = document.querySelector('embedded-fields-card iframe'); frame.src = frame.src }"],
]

for (const [what, act] of TAKEN) {
  it(`a payment whose fields are ${what} is answered with destroyed, once`, FULL, async ({ shop }) => {
    expect(await answered(shop, act)).toEqual(['destroyed'])
    expect(await shop.page.evaluate('component.validate()')).toBe(false)
  })
}

it('fields that the page moves are empty, and can be typed in and paid', FULL, async ({ shop }) => {
  await shop.page.evaluate("document.body.append(document.querySelector('embedded-fields-card'))")
  expect(await shop.page.evaluate('component.getDataWithValidation().valid')).toBe(false)
  await expect(shop.field('number')).toHaveValue('')
  await shop.type()
  expect((await shop.try()).response?.approved).toBe(true)
})

it('after destroy nothing mounts, and every submit is answered with destroyed', FULL, async ({ shop }) => {
  await shop.page.evaluate(
    "window.wallet = window['walleta-pay-redirect'].factory(core); core.destroy(); core.destroy()",
  )
  const submit = (name: string) =>
    shop.page.evaluate(
      `new Promise((resolve) => ${name}.submitPayment({ callback: (_, error) => resolve(error.code) }))`,
    )
  expect(await submit('component')).toBe('destroyed')
  expect(await submit('wallet')).toBe('destroyed')
  const mount = "(() => { try { component.mount('#card') } catch (error) { return error.code } })()"
  expect(await shop.page.evaluate(mount)).toBe('destroyed')
  await expect(shop.page.locator('iframe, embedded-fields-card')).toHaveCount(0)
})

it(
  'a payment before the fields are there waits for them, and a second one is rejected immediately',
  FULL,
  async ({ shop }) => {
    await shop.page.evaluate(`(() => {
    component.mount('#card')
    document.querySelector('#pay').onclick()
    document.querySelector('#pay').onclick()
  })()`)
    await shop.answer(1)
    expect((await shop.answers()).map(({ error }) => error?.code)).toEqual(['already_submitting', 'invalid_fields'])
  },
)

it.describe('a shop whose own functions fail', () => {
  it.use({ expectedNoise: /mistake of the shop/ })

  it('leaves none of our elements on the page', FULL, async ({ shop }) => {
    await shop.page.evaluate(`(() => {
      component.submitPayment({ callback() { throw new Error('a mistake of the shop') } })
      core.destroy()
    })()`)
    await expect(shop.page.locator('iframe, embedded-fields-card')).toHaveCount(0)
  })
})

it('a wallet has no fields, so there is nothing to find wrong with it', FULL, async ({ shop }) => {
  expect(await shop.page.evaluate("window['walletb-pay-redirect'].factory(core).validate()")).toBe(true)
})

it('a look that changed while the fields were not displayed is there when they are', FULL, async ({ shop }) => {
  const place = "document.querySelector('#card').style"
  await shop.page.evaluate(`${place}.display = 'none'`)
  await shop.page.evaluate(`${place}.setProperty('--lib-accent-color', 'rgb(9, 9, 9)')`)
  await shop.page.waitForTimeout(200)
  await shop.page.evaluate(`${place}.display = 'block'`)
  const seen = () => shop.fields.locator('html').evaluate((root) => root.style.getPropertyValue('--lib-accent-color'))
  await expect.poll(seen).toBe('rgb(9, 9, 9)')
})

test('a session opens before the page has a body', FULL, async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await page.evaluate('document.body.remove()')
  expect(await shop.start({ sessionId: await merchant.createSession() })).toBe('ready')
})
