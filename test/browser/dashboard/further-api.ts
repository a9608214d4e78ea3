import type { Page } from '@playwright/test'
import { startApi } from '#app/api-process.ts'
import { readConfig } from '#app/config.ts'
import type { Stage } from '#test/browser-stage.ts'
import { freePort } from '#test/ports.ts'

export interface Login {
  readonly email: string
  readonly password: string
}

/** An API process of the same gateway with settings of a test's own. */
export interface FurtherApi {
  readonly baseUrl: string
  close(): Promise<void>
}

/** By default at a name, because browsers keep passkeys for names only. */
export async function startFurtherApi(
  { databaseUrl, masterKey: MASTER_KEY }: Stage,
  settings: Readonly<Record<string, string>> = {},
): Promise<FurtherApi> {
  const port = String(await freePort())
  const own = { PORT: port, BASE_URL: `http://localhost:${port}`, SHOP_PORT: 'off', LOG_LEVEL: 'fatal', MASTER_KEY }
  const config = { ...readConfig({ ...own, ...settings }), databaseUrl }
  const { close } = await startApi(config)
  return { baseUrl: config.baseUrl, close }
}

/** Types email and password at an address of the dashboard, where no user is signed in. */
export async function typePassword(page: Page, address: string, { email, password }: Login): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.locator('[data-action="sign-in"]').click()
}

/** A device that says yes to every passkey. */
export async function withAuthenticator(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

/** Signs out by the menu of one's own account. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('details.me > summary').click()
  await page.locator('[data-action="sign-out"]').click()
}
