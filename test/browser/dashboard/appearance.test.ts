import { AxeBuilder } from '@axe-core/playwright'
import { expect, FULL, test } from '#test/browser-test.ts'
import { newMerchant, signIn } from './merchant-team.ts'

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Drops the logo as from another window. */
const DROP_LOGO = `(() => {
  const bytes = Uint8Array.from(atob('${LOGO.toString('base64')}'), (character) => character.charCodeAt(0))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([bytes], 'logo.png', { type: 'image/png' }))
  document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
})()`

test(
  'a logo and a bright color chosen in the dashboard stand on the hosted page, which stays readable in both themes',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
    await page.goto(`${demo.base_url}/dashboard/appearance`)
    await page.getByLabel('Name').fill('Larkspur')
    await page.getByLabel('Color').fill('#ffd400')
    await page.getByLabel('Choose file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
    await expect(page.getByLabel('New logo')).toHaveValue(/^data:image\/png;base64,/)
    await page.getByLabel('New logo').fill('')
    await page.evaluate(DROP_LOGO)
    await expect(page.getByLabel('New logo')).toHaveValue(/^data:image\/png;base64,/)
    const pay = page.locator('[data-preview="dark"] .preview-pay')
    await expect(pay).toHaveCSS('background-color', 'rgb(255, 212, 0)')
    await expect(page.locator('[data-preview="light"] [data-name]')).toHaveText('Larkspur')
    await expect(page.locator('[data-preview="light"] canvas')).toHaveJSProperty('width', 1)
    await page.getByLabel('Palette').fill('#7a1f5c')
    await expect(pay).toHaveCSS('background-color', 'rgb(122, 31, 92)')
    await expect(page.getByLabel('Color')).toHaveValue('#7a1f5c')
    await page.getByLabel('Color').fill('#ffd400')
    await page.locator('[data-action="save"]').click()
    await expect(page.locator('[data-state="done"]')).toBeVisible()
    await expect(page.locator('img.logo')).toHaveJSProperty('naturalWidth', 1)

    const session = await merchant.call('POST', '/api/sessions', {
      body: {
        ...{ terminal_id: merchant.terminalId, reference: 'order-look', description: 'Two bags of coffee' },
        ...{ currency: 'EUR', amount: 1250, transaction_type: 'PURCHASE', return_url: `${demo.shop_url}/result` },
      },
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(session.body.hosted_payment_page_url)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larkspur')
      await expect(page.locator('img.logo')).toHaveJSProperty('naturalWidth', 1)
      await expect(page.locator('[data-action="pay"]')).toHaveCSS('background-color', 'rgb(255, 212, 0)')
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([])
    }
  },
)
