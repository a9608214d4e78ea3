import { expect, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

test('a card typed into the frame is paid, and the callback hears it once', async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  expect(await shop.start({ sessionId: await merchant.createSession() })).toBe('ready')
  await shop.mount('card')
  await shop.type()
  const { response, error } = await shop.try()
  expect(error).toBeNull()
  expect(response).toMatchObject({ approved: true, status: 'APPROVED', processing_code: '0000' })
  expect(await merchant.statusOf(response!.transaction_id)).toBe('APPROVED')
  expect(await shop.answers()).toHaveLength(1)
  await expect(shop.field('cvc')).toHaveValue('')
})

test('a refused submit says what is wrong and puts the focus on the first bad field', async ({
  page,
  site,
  demo,
  merchant,
}) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({ sessionId: await merchant.createSession() })
  await shop.mount('card')
  await shop.type({ expiry: '1220' })
  const { response, error } = await shop.try()
  expect(response).toBeNull()
  expect(error?.code).toBe('invalid_fields')
  expect(await shop.heard('errors')).toEqual(['invalid_fields'])
  await expect(shop.problem('expiry')).toHaveText('This card has expired. Use another one.')
  await expect(shop.field('expiry')).toBeFocused()
})
