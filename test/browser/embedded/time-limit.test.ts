import { expect, FULL, test } from '../../support/issuer-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

// The ten minutes of a challenge, made short.
test.use({ challengeSeconds: 4 })

for (const [what, challenge] of [
  ['a bank that never answers', 'silent'],
  ['a shopper who never answers the bank', 'asks'],
]) {
  test(
    `${what} ends the payment when its time is over, with one answer, the window closed and the focus back`,
    FULL,
    async ({ page, site, demo, merchant }) => {
      const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: { challenge } })
      await page.locator('#pay').focus()
      await page.keyboard.press('Enter')
      await expect(shop.dialog).toBeVisible()
      const { response, error } = await shop.answer()
      expect(response).toMatchObject({ approved: false, status: 'SESSION_EXPIRED', processing_code: '1005' })
      expect(error).toBe(null)
      await expect(shop.dialog).toHaveCount(0)
      await expect(page.locator('#pay')).toBeFocused()
      expect(await page.locator('[inert]').count()).toBe(0)
      expect(await merchant.statusOf(response!.transaction_id)).toBe('SESSION_EXPIRED')
      expect(await merchant.charges(response!.transaction_id)).toEqual([])
      await page.waitForTimeout(1000)
      expect(await shop.answers()).toHaveLength(1)
      await shop.pay()
      await expect(shop.dialog).toBeVisible()
    },
  )
}
