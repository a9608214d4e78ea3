import { expect, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

test('a card typed into the frame is paid, and the callback hears it once', async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  expect(await shop.start({ sessionId: await merchant.createSession() })).toBe('ready')
  await shop.mount('card')
  await shop.type()
  const { response, error } = await shop.payment()
  expect(error).toBeNull()
  expect(response).toMatchObject({ approved: true, status: 'APPROVED', processing_code: '0000' })
  expect(await merchant.statusOf(response!.transaction_id)).toBe('APPROVED')
  expect(await shop.answers()).toHaveLength(1)
  await expect(shop.field('cvc')).toHaveValue('')
})
