import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import type { BrowserContext, Page } from '@playwright/test'
import { Secret } from '#domain/secret.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { expect, FULL, test } from '#test/browser-test.ts'
import { freePort } from '#test/ports.ts'
import { createPrivateAuthority } from '#test/private-authority.ts'
import { newPerson } from '#test/visitor.ts'
import { signOut, startFurtherApi, typePassword } from './further-api.ts'
import { newMerchant, signIn } from './merchant-team.ts'

// A busy machine takes its time for passwords.
test.describe.configure({ timeout: 300_000 })

const PASSWORD = 'nine bags of beans 9'

const onSignIn = (page: Page, timeout?: number) =>
  expect(page.locator('body[data-page="sign-in"]')).toBeVisible({ timeout })
const onAccount = (page: Page) => expect(page.locator('body[data-page="account"]')).toBeVisible()

async function cookieOf(context: BrowserContext, name: string) {
  return (await context.cookies()).find((cookie) => cookie.name === name)
}

test(
  'an idle user is warned and then signed out, with and without script',
  FULL,
  async ({ page, browser, demo, stage, sql }) => {
    // Long enough to answer the warning on a busy machine: it comes half-way.
    const api = await startFurtherApi(stage, { DASHBOARD_IDLE_SECONDS: '30' })
    const plain = await browser.newContext({ javaScriptEnabled: false })
    try {
      const place = { demo: { ...demo, base_url: api.baseUrl }, sql }
      const team = `${api.baseUrl}/dashboard/team`
      for (const context of [page.context(), plain]) await signIn(context, place, 'owner', demo.merchant.merchant_id)
      const people = '[data-list="people"]'
      await page.goto(team)
      await expect(page.locator(people)).toBeVisible()
      const cookies = await page.context().cookies()
      const warning = page.locator('[data-state="idle-warning"]')
      await expect(warning).toBeVisible()
      const kept = page.waitForResponse(`${api.baseUrl}/dashboard/stay`)
      await page.locator('[data-action="stay"]').click()
      expect((await kept).status()).toBe(204)
      await expect(warning).toBeHidden()

      const other = await plain.newPage()
      await other.goto(team)
      await expect(other.locator(people)).toBeVisible()
      for (const left of [page, other]) await onSignIn(left, 120_000)
      await page.context().addCookies(cookies)
      await page.goto(team)
      await onSignIn(page)
      await page.goBack()
      await onSignIn(page)
    } finally {
      await plain.close()
      await api.close()
    }
  },
)

test(
  'the cookie is out of reach and another one after each proof; an ended session ends in every window',
  FULL,
  async ({ page, context, browser, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    const { personId, password } = await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
    const account = `${demo.base_url}/dashboard/account`
    const [{ email }] = await sql<[{ email: string }]>`select email from people where person_id = ${personId}`
    const before = await cookieOf(context, 'tollgate')
    await context.clearCookies()
    await typePassword(page, account, { email, password })
    await onAccount(page)
    const signedIn = await cookieOf(context, 'tollgate')
    expect(signedIn).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false, domain: '127.0.0.1', path: '/' })
    expect(signedIn!.value).not.toBe(before!.value)

    await sql`update dashboard_sessions set proved_at = now() - interval '6 minutes' where person_id = ${personId}`
    await page.locator('[data-action="add-totp"]').click()
    await page.getByLabel('Password').fill(password)
    await page.locator('[data-action="confirm"]').click()
    await page.locator('[data-action="continue"]').click()
    await expect(page.locator('body[data-page="totp"]')).toBeVisible()
    const proved = await cookieOf(context, 'tollgate')
    expect(proved!.value).not.toBe(signedIn!.value)

    const elsewhere = await (await browser.newContext()).newPage()
    await elsewhere.context().addCookies([{ ...before!, url: undefined }])
    await elsewhere.goto(account)
    await onAccount(elsewhere)
    await page.goto(account)
    await page.locator('[data-action="end-session"]').click()
    await expect(page.locator('[data-state="done"]')).toBeVisible()
    await elsewhere.reload()
    await onSignIn(elsewhere)

    const second = await context.newPage()
    await second.goto(account)
    await onAccount(second)
    await signOut(page)
    await second.reload()
    await onSignIn(second)
    await second.context().addCookies([proved!])
    await second.goto(account)
    await onSignIn(second)
    await elsewhere.context().close()
  },
)

test('on https the cookie is for this host alone, by its name', FULL, async ({ browser, demo, stage, sql }) => {
  const port = await freePort()
  const proxy = createServer(createPrivateAuthority(), (socket) => {
    const behind = connect(port, '127.0.0.1').on('error', () => socket.destroy())
    socket.on('error', () => behind.destroy())
    socket.pipe(behind).pipe(socket)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `https://localhost:${(proxy.address() as AddressInfo).port}`
  const api = await startFurtherApi(stage, { PORT: String(port), BASE_URL: baseUrl })
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  try {
    const hash = await hashPassword(new Secret(PASSWORD))
    const { email } = await newPerson({ sql }, 'viewer', demo.merchant.merchant_id, hash)
    const page = await context.newPage()
    await typePassword(page, `${baseUrl}/dashboard/account`, { email, password: PASSWORD })
    await onAccount(page)
    const cookie = await cookieOf(context, '__Host-tollgate')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: true, domain: 'localhost', path: '/' })
    expect(await cookieOf(context, 'tollgate')).toBeUndefined()
  } finally {
    await context.close()
    await api.close()
    proxy.close()
  }
})
