import { expect, FULL, fullUnless, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

const PAYER = { first_name: 'Ada', last_name: 'Lindqvist', email: 'ada@example.com' }

test('a saved card shows its mask, brand and expiry, asks for the code, and is paid', async ({
  page,
  site,
  demo,
  merchant,
}) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({
    sessionId: await merchant.createSession({ tokenization: { save_card_for_future_payments: true } }),
  })
  await shop.mount('card')
  await shop.type()
  const { transaction } = await merchant.tollgate.transactionStatus((await shop.try()).response!.transaction_id)
  const { token } = transaction!.payment_method as unknown as { token: string }
  await shop.start({ sessionId: await merchant.createSession({ payment_method_ids: [token] }) })
  await page.evaluate('component.unmount()')
  await shop.mount('saved-card', {
    data: { paymentMethodId: token, maskedPan: '411111******1111', expirationDate: '1239', cardBrand: 'visa' },
  })
  await expect(shop.fields.locator('.saved-card')).toHaveText('Visa ending in 1111 · expires 12 / 39')
  await page.evaluate("component.changeLocale('sv')")
  await expect(shop.fields.locator('.saved-card')).toHaveText('Visa som slutar på 1111 · går ut 12 / 39')
  await shop.field('cvc').fill('12')
  expect((await shop.try()).error?.code).toBe('invalid_fields')
  await shop.field('cvc').fill('123')
  const { response } = await shop.try()
  expect(response).toMatchObject({ approved: true })
  const paid = (await merchant.tollgate.transactionStatus(response!.transaction_id)).transaction!
  expect(paid.payment_method.type).toBe('saved_card')
})

test('an unknown saved card is rejected as unknown', FULL, async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({ sessionId: await merchant.createSession() })
  await shop.mount('saved-card', { data: { paymentMethodId: 'pm_somebody', maskedPan: '411111******1111' } })
  await shop.field('cvc').fill('123')
  const { response, error } = await shop.try()
  expect(response?.approved ?? false).toBe(false)
  expect(error?.code ?? response?.status).toMatch(/invalid_fields|INVALID/)
})

for (const wallet of ['walleta-pay-redirect', 'walletb-pay-redirect']) {
  for (const script of ['embedded-fields', wallet]) {
    test(
      `the factory of ${wallet} from ${script}.js answers with a redirect and goes nowhere itself`,
      fullUnless((wallet === script) === wallet.startsWith('walleta')),
      async ({ page, site, demo, merchant }) => {
        const shop = new EmbeddedShop(page, demo)
        const extra = `<script src="${demo.base_url}/${script}.js"></script>`
        await page.goto(site.show(EmbeddedShop.markup(demo) + extra))
        const address = page.url()
        await shop.start({ sessionId: await merchant.createSession() })
        const answer = (await page.evaluate(`new Promise((resolve) => window['${wallet}'].factory(core)
        .submitPayment({ callback: (response, error) => resolve({ response, error }) }))`)) as {
          response: { status: string; redirect: { url: string } }
        }
        expect(answer.response).toMatchObject({ status: 'PENDING', approved: false })
        expect(page.url()).toBe(address)
        await expect(page.locator('embedded-fields-card')).toHaveCount(0)
        await page.goto(answer.response.redirect.url)
        await expect(page.locator('[data-outcome="APPROVED"]')).toBeVisible()
      },
    )
  }
}

test('a voucher asks for what the session does not know, and answers with its redirect', async ({
  page,
  site,
  demo,
  merchant,
}) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({ sessionId: await merchant.createSession({ customer: { first_name: 'Ada' } }) })
  await shop.mount('alternative-payment-method', { data: { type: 'voucher-redirect-psc' } })
  await expect(shop.fields.locator('input:visible')).toHaveCount(2)
  expect((await shop.try()).error?.code).toBe('invalid_fields')
  await expect(shop.field('lastName')).toBeFocused()
  await shop.field('lastName').fill('Lindqvist')
  await shop.field('email').fill('ada@example.com')
  expect((await shop.try()).response?.redirect?.url).toMatch(/^http/)
})

test('a voucher asks nothing of a shopper the session knows', FULL, async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({ sessionId: await merchant.createSession({ customer: PAYER }) })
  await shop.mount('alternative-payment-method', { data: { type: 'voucher-redirect-psc' } })
  await expect(shop.fields.locator('input:visible')).toHaveCount(0)
  expect((await shop.try()).response?.redirect?.url).toMatch(/^http/)
})

test('a bank payment asks for the country, in the shopper’s language', FULL, async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({ sessionId: await merchant.createSession(), locale: 'sv-SE' })
  await shop.mount('alternative-payment-method', { data: { type: 'OPEN_BANKING' } })
  await shop.fields.getByLabel('Land').selectOption({ label: 'Tyskland' })
  await expect(shop.field('country')).toHaveValue('DE')
  expect((await shop.try()).response?.redirect?.url).toMatch(/^http/)
})

test(
  'a component of an unknown type, or without its data, is invalid_options',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: await merchant.createSession() })
    for (const wrong of ["'cheque'", "'saved-card'", "'alternative-payment-method', { data: {} }"]) {
      const code = `(() => { try { core.create(${wrong}) } catch (error) { return error.code } })()`
      expect(await page.evaluate(code)).toBe('invalid_options')
    }
  },
)

test('the configuration may be wrapped as componentConfig', FULL, async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({ sessionId: await merchant.createSession() })
  await shop.mount('card', { componentConfig: { customerConfig: { hasHolderName: true }, locale: 'bs' } })
  await expect(shop.fields.getByLabel('Ime na kartici')).toBeVisible()
})
