import { expect, FULL, test } from '#test/browser-test.ts'
import { startGatewayProcess } from '#test/gateway-process.ts'
import { freePort } from '#test/ports.ts'

test(
  'a passkey is added, signs in alone and is asked for after the password; at an address without a name there is none',
  FULL,
  async ({ page, demo }) => {
    await page.goto(`${demo.base_url}/dashboard/sign-in`)
    await expect(page.locator('[data-action="sign-in"]')).toBeVisible()
    await expect(page.locator('[data-action="passkey"]')).toHaveCount(0)
    const port = await freePort()
    const gateway = await startGatewayProcess({ PORT: String(port), BASE_URL: `http://localhost:${port}` })
    try {
      const devices = await page.context().newCDPSession(page)
      await devices.send('WebAuthn.enable')
      const options = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
      } as const
      await devices.send('WebAuthn.addVirtualAuthenticator', {
        options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
      })
      const { email, password } = gateway.demo.merchant
      await page.goto(`${gateway.baseUrl}/dashboard/account`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.locator('[data-action="sign-in"]').click()
      await page.locator('[data-action="add-passkey"]').click()
      await page.locator('[data-action="confirm"]').click()
      await expect(page.locator('[data-list="passkeys"] [data-id]')).toHaveCount(1)
      await page.context().clearCookies({ name: 'tollgate' })
      await page.goto(`${gateway.baseUrl}/dashboard/account`)
      await page.locator('[data-action="passkey"]').click()
      await expect(page.locator('body[data-page="account"]')).toBeVisible()
      await page.context().clearCookies({ name: 'tollgate' })
      await page.goto(`${gateway.baseUrl}/dashboard/account`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.locator('[data-action="sign-in"]').click()
      await expect(page.locator('body[data-page="second-factor"]')).toBeVisible()
      await page.locator('[data-action="passkey"]').click()
      await expect(page.locator('body[data-page="account"]')).toBeVisible()
    } finally {
      await gateway.stop()
    }
  },
)
