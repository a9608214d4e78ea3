import { expect, FULL, test } from '../../support/browser-test.ts'
import { Dashboard } from '../pages/dashboard.ts'

test('answering the warning keeps the session, with what was typed', FULL, async ({ page, demo, sql }) => {
  await page.clock.install()
  const dashboard = await Dashboard.signedIn({ page, demo, sql })
  await dashboard.open('/try')
  await page.getByLabel('Amount').fill('77.00')
  await page.clock.fastForward('12:50')
  await expect(dashboard.state('idle-warning')).toBeHidden()
  await page.clock.fastForward('00:20')
  await expect(dashboard.state('idle-warning')).toBeVisible()
  await dashboard.action('stay').click()
  await expect(dashboard.state('idle-warning')).toBeHidden()
  await page.clock.fastForward('12:00')
  await expect(page.getByLabel('Amount')).toHaveValue('77.00')
})
