import { AxeBuilder } from '@axe-core/playwright'
import { AT_REST, expect, FULL, test } from '../../support/browser-test.ts'
import { Dashboard } from '../pages/dashboard.ts'

test('rules are added, moved by keyboard and pointer, tried and saved, and an old version is restored', async ({
  page,
  demo,
  sql,
}) => {
  const dashboard = await Dashboard.signedIn({ page, demo, sql }, 'owner')
  await dashboard.open('/rules/risk')
  const names = page.locator('[data-list="rules"] [data-field="name"]')
  const before = await names.count()
  for (const name of ['First', 'Second']) {
    await dashboard.action('rule-add').click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByLabel('Name')).toHaveValue('')
    await dashboard.action('condition-add').click()
    await expect(page.getByLabel('Field')).toBeFocused()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Field').selectOption('payments')
    await page.getByLabel('In the last seconds').fill('3600')
    await page.getByLabel('Values').fill('3')
    await dashboard.action('close').click()
  }
  await expect(names.nth(before)).toHaveText('First')
  await expect(dashboard.field('when').nth(before)).toHaveText(
    'If the number of payments with the same card in 1 hour is at least 3',
  )
  const more = (name: string) => page.locator('summary', { hasText: `More: ${name}` })
  await more('First').click()
  await page.getByRole('button', { name: 'Move down: First' }).focus()
  await page.keyboard.press('Enter')
  await expect(names.nth(before)).toHaveText('Second')
  await more('First').click()
  await page.getByRole('button', { name: 'Move up: First' }).click()
  await expect(names.nth(before)).toHaveText('First')
  await page.getByRole('button', { name: 'Set to active: First' }).click()
  await expect(dashboard.field('changes')).toHaveText('2 changes')
  await dashboard.action('rules-try').click()
  await expect(dashboard.field('payments')).toContainText('Nothing was saved.')
  await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeFocused()
  await dashboard.action('rules-save').click()
  await expect(page.locator('[data-state="done"]')).toHaveText('Saved. These rules count from now on.')
  for (const name of ['First', 'Second']) {
    await more(name).click()
    await page.getByRole('button', { name: `Remove: ${name}` }).click()
  }
  await dashboard.action('rules-save').click()
  await page.getByRole('link', { name: 'Earlier version' }).click()
  await dashboard.action('restore').click()
  await expect(names.nth(before)).toHaveText('First')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: /status of 422/ })

  test('the set is readable and a rule is changed', async ({ page, demo, sql }) => {
    const dashboard = await Dashboard.signedIn({ page, demo, sql }, 'owner')
    await dashboard.open('/rules/routing')
    await dashboard.action('rule-add').click()
    await page.getByLabel('Name').fill('By amount')
    await dashboard.action('condition-add').click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
    await dashboard.action('rules-save').click()
    // The wrong member is named at its field, and what was typed is still there.
    await expect(page.locator('[data-problem="when0.currency"]')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('5000')
  })
})

test.describe('at rest', () => {
  test.use(AT_REST)

  test('list and editor are accessible and fit', FULL, async ({ page, demo, sql }) => {
    const dashboard = await Dashboard.signedIn({ page, demo, sql }, 'owner')
    await dashboard.open('/rules/routing')
    await dashboard.action('rule-add').click()
    await page.getByLabel('Name').fill('German cards with a name that is quite long for a telephone')
    await dashboard.action('condition-add').click()
    await page.getByLabel('Field').selectOption('bin')
    await page.getByLabel('Values').fill('455620\n53531100')
    await dashboard.action('condition-add').click()
    for (const width of [375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
  })
})
