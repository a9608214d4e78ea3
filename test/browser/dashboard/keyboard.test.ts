import { AT_REST, expect, FULL, test } from '#test/browser-test.ts'
import { newMerchant, signIn } from './merchant-team.ts'

test.use(AT_REST)

test('keys search, lead to pages and list themselves, unless they are typed or turned off', async ({
  page,
  context,
  demo,
  sql,
}) => {
  const { merchantId } = await newMerchant({ demo, sql })
  await signIn(context, { demo, sql }, 'viewer', merchantId)
  await page.goto(`${demo.base_url}/dashboard`)
  const search = page.getByRole('searchbox', { name: 'Find a payment' })
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('g?p/')
  await expect(search).toHaveValue('g?p/')
  await search.blur()
  await page.keyboard.type('gp')
  await expect(page.locator('body[data-page="transactions"]')).toBeVisible()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await expect(list).toContainText('Payments')
  // A viewer has no page of balances.
  await expect(list).not.toContainText('Balances')
  await list.getByLabel('Use these shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.reload()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(list).toBeHidden()
  await expect(search).not.toBeFocused()
})

test('the colors that are chosen stay, also if the system has others', FULL, async ({ page, context, demo, sql }) => {
  const { merchantId } = await newMerchant({ demo, sql })
  await signIn(context, { demo, sql }, 'viewer', merchantId)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${demo.base_url}/dashboard/transactions?status=DECLINED`)
  const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  const light = await ground()
  await page.locator('.me > summary').click()
  await page.locator('[data-action="colors-dark"]').click()
  await expect(page).toHaveURL(/status=DECLINED$/)
  await expect.poll(ground).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await ground()
  await page.locator('.me > summary').click()
  await page.locator('[data-action="colors-light"]').click()
  await expect.poll(ground).toBe(light)
  expect(dark).not.toBe(light)
})
