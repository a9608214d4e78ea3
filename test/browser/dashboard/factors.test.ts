import type { Page, Response } from '@playwright/test'
import { Secret } from '#domain/secret.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { stepAt, totpAt } from '#identity/people/totp.ts'
import type { Database } from '#store/connection/database.ts'
import { expect, FULL, test } from '#test/browser-test.ts'
import { fromBase32, newPerson } from '#test/visitor.ts'
import { type Login, signOut, startFurtherApi, typePassword, withAuthenticator } from './further-api.ts'

// A busy machine takes its time for so many passwords.
test.describe.configure({ timeout: 300_000 })
test.use({ expectedNoise: /status of (401|404)/ })

const PASSWORD = 'nine bags of beans 9'

/** Creates a platform user, who needs no merchant. */
async function newLogin(sql: Database): Promise<Login> {
  const hash = await hashPassword(new Secret(PASSWORD))
  return { email: (await newPerson({ sql }, 'platform-support', null, hash)).email, password: PASSWORD }
}

/** Fails to sign in. @returns status and text of the answer */
async function fail(page: Page, address: string, login: Login) {
  const answered = page.waitForResponse((response: Response) => response.request().method() === 'POST')
  await typePassword(page, address, login)
  const answer = await answered
  await expect(page.locator('[data-state="refused"], [data-state="locked"]')).toBeVisible()
  return { status: answer.status(), words: await page.locator('main').textContent() }
}

test(
  'failures tell nothing, ten lock the password, and a passkey and other people still get in',
  FULL,
  async ({ page, browser, stage, sql }) => {
    const api = await startFurtherApi(stage)
    try {
      const [home, account] = [`${api.baseUrl}/dashboard`, `${api.baseUrl}/dashboard/account`]
      const [locked, other] = [await newLogin(sql), await newLogin(sql)]
      await withAuthenticator(page)
      await typePassword(page, account, locked)
      await page.locator('[data-action="add-passkey"]').click()
      await page.locator('[data-action="confirm"]').click()
      await expect(page.locator('[data-list="passkeys"] [data-id]')).toHaveCount(1)
      await page.context().clearCookies()

      const stranger = await browser.newPage()
      const guess = { ...locked, password: 'not the beans 1' }
      const wrong = await fail(stranger, home, guess)
      expect(wrong.status).toBe(401)
      expect(await fail(stranger, home, { ...guess, email: `nobody-${locked.email}` })).toEqual(wrong)
      for (let tries = 1; tries < 10; tries += 1) await fail(stranger, home, guess)
      await fail(stranger, home, locked)
      await expect(stranger.locator('[data-state="locked"]')).toBeVisible()

      await typePassword(stranger, home, other)
      await expect(stranger.locator('body[data-page="home"]')).toBeVisible()
      await stranger.close()
      await page.goto(home)
      await page.locator('[data-action="passkey"]').click()
      await expect(page.locator('body[data-page="home"]')).toBeVisible()
    } finally {
      await api.close()
    }
  },
)

test(
  'an authenticator app: its secret and ten codes once, each code once, and five wrong ones end the sign-in',
  FULL,
  async ({ page, stage, sql }) => {
    const api = await startFurtherApi(stage)
    try {
      const account = `${api.baseUrl}/dashboard/account`
      const login = await newLogin(sql)
      await typePassword(page, account, login)
      await page.locator('[data-action="add-totp"]').click()
      const secret = fromBase32((await page.locator('[data-field="totp-secret"]').textContent())!.replaceAll(/\s/g, ''))
      const step = stepAt(new Date())
      await page.getByLabel('Code from your app').fill(totpAt(secret, step))
      await page.locator('[data-action="confirm"]').click()
      const recovery = await page.locator('[data-field="recovery-code"]').allTextContents()
      expect(new Set(recovery).size).toBe(10)
      await page.goto(account)
      await expect(page.locator('[data-field="recovery-codes"]')).toHaveText('10')
      for (const code of recovery) await expect(page.getByText(code)).toHaveCount(0)

      const toSecondStep = async () => {
        await typePassword(page, account, login)
        await expect(page.locator('body[data-page="second-factor"]')).toBeVisible()
      }
      // One refusal looks like the next, so the next page is waited for.
      const send = (action: string) =>
        Promise.all([page.waitForEvent('load'), page.locator(`[data-action="${action}"]`).click()])
      const answer = async (code: string) => {
        await page.getByLabel('Code', { exact: true }).fill(code)
        await send('confirm')
      }
      const recover = async () => {
        await page.getByText('Cannot use your app?').click()
        await page.getByLabel('Recovery code').fill(recovery[0]!)
        await send('use-recovery-code')
      }
      const isIn = () => expect(page.locator('body[data-page="account"]')).toBeVisible()
      const isRefused = () => expect(page.locator('[data-state="refused"]')).toBeVisible()

      await signOut(page)
      await toSecondStep()
      // The code of the enrolment is spent, so the app has to show the next one first.
      await expect.poll(() => stepAt(new Date()), { timeout: 60_000 }).toBeGreaterThan(step)
      const used = totpAt(secret, stepAt(new Date()))
      await answer(used)
      await isIn()
      await signOut(page)
      await toSecondStep()
      await answer(used)
      await isRefused()
      await recover()
      await isIn()
      await expect(page.locator('[data-field="recovery-codes"]')).toHaveText('9')
      await signOut(page)
      await toSecondStep()
      await recover()
      for (let wrong = 1; wrong < 4; wrong += 1) {
        await isRefused()
        await answer('000000')
      }
      await isRefused()
      await answer('000000')
      await expect(page.locator('body[data-page="sign-in"]')).toBeVisible()
    } finally {
      await api.close()
    }
  },
)
