import { expect, FULL, test } from '#test/browser-test.ts'
import { encryptCard } from '#test/card-encryption.ts'
import { buysTokens, newMerchant, signIn } from './merchant-team.ts'

test('a rotated client secret is shown once, and the one before works as long as the form says', async ({
  page,
  context,
  demo,
  sql,
}) => {
  const merchant = await newMerchant({ demo, sql })
  await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
  await page.goto(`${demo.base_url}/dashboard/keys`)
  await expect(page.locator('[data-field="client-id"]')).toContainText(merchant.clientId)
  await page.getByLabel('The current secret keeps working').selectOption('Not at all')
  await page.locator('[data-action="rotate-client-secret"]').click()
  const shown = page.locator('[data-field="client-secret"]')
  await expect(shown).toBeVisible()
  const secret = (await shown.textContent())!
  expect(await buysTokens({ demo, sql }, merchant.clientId, secret)).toBe(true)
  expect(await buysTokens({ demo, sql }, merchant.clientId, merchant.clientSecret)).toBe(false)
  await page.reload()
  await expect(page.locator('[data-field="client-id"]')).toBeVisible()
  await expect(shown).toHaveCount(0)
  expect(await buysTokens({ demo, sql }, merchant.clientId, secret)).toBe(true)
})

test(
  'more than five minutes after the last proof it is asked for again before a secret is touched',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    const { personId, password } = await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
    await page.goto(`${demo.base_url}/dashboard/keys`)
    await sql`update dashboard_sessions set proved_at = now() - interval '6 minutes' where person_id = ${personId}`
    await page.locator('[data-action="rotate-client-secret"]').click()
    await expect(page.getByLabel('Password')).toBeVisible()
    expect(await buysTokens({ demo, sql }, merchant.clientId, merchant.clientSecret)).toBe(true)
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Password').press('Enter')
    await page.locator('[data-action="continue"]').click()
    const secret = (await page.locator('[data-field="client-secret"]').textContent())!
    expect(await buysTokens({ demo, sql }, merchant.clientId, secret)).toBe(true)
    expect(await buysTokens({ demo, sql }, merchant.clientId, merchant.clientSecret)).toBe(true)
  },
)

test(
  'the page says until when the key before decrypts, and a card encrypted with it still pays',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
    await page.goto(`${demo.base_url}/dashboard/keys`)
    await page.locator('[data-action="rotate-encryption-key"]').click()
    await expect(page.locator('[data-state="done"]')).toBeVisible()
    const until = await page.locator('[data-field="retires"] time').getAttribute('datetime')
    expect(Date.parse(until!)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    const present = (await page.locator('[data-field="public-key"]').textContent())!
    expect(present).not.toBe(merchant.publicKey.trim())
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-action="download-public-key"]').click(),
    ])
    expect(download.suggestedFilename()).toBe('tollgate-public-key.pem')
    for (const key of [merchant.publicKey, present]) {
      const { body } = await merchant.authorize({ payment_method: { type: 'card', data: encryptCard(key, {}) } })
      expect(body.result.status).toBe('APPROVED')
    }
  },
)

test('the longest wallet recipients and the public key fit on a phone', async ({ page, context, demo, sql }) => {
  const merchant = await newMerchant({ demo, sql })
  const recipients = ['a', 'b', 'c'].map((letter) => `merchant:${letter.repeat(64)}`)
  await sql`update merchants set wallet_recipients = ${recipients} where merchant_id = ${merchant.merchantId}`
  await signIn(context, { demo, sql }, 'developer', merchant.merchantId)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${demo.base_url}/dashboard/keys`)
  await expect(page.locator('[data-field="wallet-recipients"]')).toHaveText(recipients.join(', '))
  await expect(page.locator('[data-field="wallet-public-key"]')).toContainText(/^B[\w+/]{86}=/)
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(beyond).toBeLessThanOrEqual(0)
})
