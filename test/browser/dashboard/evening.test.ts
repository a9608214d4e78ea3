import type { Page } from '@playwright/test'
import { expect, FULL, test } from '#test/browser-test.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { openWebhookReceiver, type Reply } from '#test/webhook-receiver.ts'
import { rareCard } from '../pages/rare-card.ts'
import { buysTokens, newMerchant, signIn } from './merchant-team.ts'
import { redeliver } from './redeliver.ts'

test.describe.configure({ timeout: 300_000 })
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

/** Checks that nothing overflows the window and that controls are inside it. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth'), page.url()).toBe(390)
}

test('one evening in a merchant’s life, on a phone', FULL, async ({ page, context, browser, demo, sql }) => {
  const merchant = await newMerchant({ demo, sql })
  const number = rareCard(300 + test.info().repeatEachIndex)
  let answer: Reply = { status: 503, body: 'the shop is closed' }
  const receiver = await openWebhookReceiver(() => answer)
  const guest = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    await merchant.call('POST', '/api/webhook-endpoints', { body: { url: `${receiver.url}/hook` } })
    const refused = { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' } }
    const declined = (await merchant.authorize({ amount: 4200, ...refused }, { number })).body.result
    const approved = (await merchant.authorize({ amount: 4200 }, { number })).body.result
    const { personId, password } = await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
    const menu = async (words: string) => {
      await page.getByRole('button', { name: 'Menu' }).tap()
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: words, exact: true }).tap()
    }
    const on = async (name: string) => {
      await expect(page.locator(`body[data-page="${name}"]`)).toBeVisible()
      await fits(page)
    }

    // A shopper has written: the card that ends in these digits was refused, and then something was paid twice.
    await page.goto(`${demo.base_url}/dashboard`)
    await on('home')
    await menu('Payments')
    await on('transactions')
    await expect(async () => {
      await page.getByLabel('Find a payment').fill(number.slice(-4))
      await page.locator('[data-action="search"]').tap()
      await expect(page.locator('[data-list="transactions"] [data-id]')).toHaveCount(2, { timeout: 1000 })
    }).toPass({ timeout: 60_000 })
    await fits(page)
    await page.locator(`[data-id="${declined.id}"] a`).tap()
    await on('transaction')
    await expect(page.locator('[data-field="sentence"]')).toHaveText(
      'Not charged. The issuer declined (1004: insufficient funds).',
    )
    await expect(page.locator('[data-step="attempt"][data-code="1004"]')).toBeVisible()
    await expect(page.locator('[data-action="refund"]')).toHaveCount(0)

    // The second one was paid, and a part of it goes back.
    await page.goBack()
    await page.locator(`[data-id="${approved.id}"] a`).tap()
    await on('transaction')
    await page.locator('[data-action="refund"]').tap()
    await on('refund')
    await page.getByLabel('Amount in EUR').fill('12,50')
    await page.getByLabel('Reason').fill('One bag was torn')
    await page.locator('[data-action="confirm"]').tap()
    await on('transaction')
    await expect(page.locator('[data-field="done"]')).toHaveText('Refund of €12.50 succeeded.')
    await expect(page.locator('[data-field="refundable"]')).toHaveText('€29.50')

    // The shop has not heard of it: its server was down.
    const event = page.locator('[data-list="events"] [data-id]').first()
    const id = (await event.getAttribute('data-id'))!
    await expect(async () => {
      await page.goto(`${demo.base_url}/dashboard/events/${id}`)
      await expect(page.locator('[data-list="tries"] [data-field="response-status"]').first()).toHaveText('503', {
        timeout: 1000,
      })
    }).toPass({ timeout: 60_000 })
    await on('event')
    answer = { status: 204 }
    await redeliver(page)
    await expect(async () => {
      await page.goto(`${demo.base_url}/dashboard/events/${id}`)
      await expect(page.locator('.delivery [data-field="status"]')).toHaveText('Delivered', { timeout: 1000 })
    }).toPass({ timeout: 60_000 })

    // The old secret may have been in that server's log. It has been a while, so the password is asked for again.
    await menu('Keys')
    await on('keys')
    await sql`update dashboard_sessions set proved_at = now() - interval '6 minutes' where person_id = ${personId}`
    await page.getByLabel('The current secret keeps working').selectOption('Not at all')
    await page.locator('[data-action="rotate-client-secret"]').tap()
    await page.getByLabel('Password').fill(password)
    await page.locator('[data-action="confirm"]').tap()
    await page.locator('[data-action="continue"]').tap()
    await on('keys')
    const secret = (await page.locator('[data-field="client-secret"]').textContent())!
    const works = (one: string) => buysTokens({ demo, sql }, merchant.clientId, one)
    expect([await works(secret), await works(merchant.clientSecret)]).toEqual([true, false])

    // Invite a colleague for the next evening.
    await menu('Settings')
    await page.getByRole('link', { name: 'Team', exact: true }).tap()
    await on('team')
    const form = page.locator('[data-form="invite"]')
    const email = `ana-${merchant.merchantId.toLowerCase()}@people.example`
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Role').selectOption('support')
    await form.locator('[data-action="invite"]').tap()
    await on('team')
    await expect(page.locator('[data-list="invitations"] [data-field="email"]')).toHaveText(email)
    const ana = await guest.newPage()
    await ana.goto((await page.locator('[data-field="link"]').textContent())!)
    await ana.getByLabel('Your name').fill('Ana')
    await ana.getByLabel('New password').fill('ten bags of beans 10')
    await ana.locator('[data-action="accept"]').click()
    await ana.getByLabel('Email').fill(email)
    await ana.getByLabel('Password').fill('ten bags of beans 10')
    await ana.locator('[data-action="sign-in"]').click()
    await expect(ana.locator('body[data-page="home"] [data-field="role"]')).toHaveText('support')
    await expect(ana.getByRole('link', { name: 'Keys', exact: true })).toHaveCount(0)
    await page.reload()
    await expect(page.locator('[data-list="people"] [data-field="name"]').filter({ hasText: 'Ana' })).toBeVisible()
    await fits(page)
  } finally {
    await guest.close()
    await receiver.close()
  }
})
