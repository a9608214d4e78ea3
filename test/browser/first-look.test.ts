import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { readConfig } from '#app/config.ts'
import { startupBanner } from '#app/supervisor/startup-banner.ts'
import { randomText } from '#domain/ids.ts'
import { expect, fullUnless, test } from '../support/browser-test.ts'
import type { Demo } from '../support/gateway-process.ts'
import { Bank } from './pages/bank.ts'
import { Result } from './pages/result.ts'

// A newcomer starts the gateway, opens the addresses that it printed and follows README.md and the quickstart.

const README = readFileSync('README.md', 'utf8')

/** The numbered steps of a document. */
const stepsOf = (document: string) => document.match(/^\d\. /gm)!

/** Signs in with `demo.json`, as the sign-in page says. */
async function signIn(page: Page, { merchant }: Demo): Promise<void> {
  await expect(page.locator('[data-field="demo"]')).toContainText('demo.json')
  await page.getByLabel('Email').fill(merchant.email)
  await page.getByLabel('Password').fill(merchant.password)
  await page.locator('[data-action="sign-in"]').click()
  await expect(page.locator('body[data-page="home"]')).toBeVisible()
}

test('README: a coffee is bought in the demo shop, found in the dashboard and refunded', async ({ page, demo }) => {
  await page.goto(demo.base_url)
  await expect(page.locator('ol > li')).toHaveCount(stepsOf(README).length)
  for (const secret of [demo.merchant.email, demo.merchant.password])
    await expect(page.getByText(secret, { exact: true })).toBeVisible()
  await page.locator('[data-action="shop"]').click()
  await page.waitForURL(`${demo.shop_url}/`)
  await page.locator('.card-buy button').first().click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.locator('[data-action="pay"]').click()
  await new Bank(page).choose('Y')
  const result = new Result(page)
  await result.shows('APPROVED')
  const id = await result.transactionId()

  await page.goto(`${demo.base_url}/dashboard`)
  await signIn(page, demo)
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await page.locator(`[data-list="transactions"] [data-id="${id}"] a`).click()
  await page.locator('[data-action="refund"]').click()
  await page.locator('[data-action="confirm"]').click()
  await expect(page.locator('[data-list="follow-ups"] [data-id]')).toHaveCount(1)
})

test('README: the line to paste asks for a token and lists the transactions', async ({ demo }) => {
  const hasCurl = spawnSync('curl', ['--version']).error === undefined
  test.skip(!hasCurl, 'This machine lacks curl; .ci/install brings it.')
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-paste-'))
  await writeFile(join(folder, 'demo.json'), JSON.stringify(demo))
  const banner = startupBanner(readConfig({ DATA_DIR: folder, BASE_URL: demo.base_url }))
  const { stdout } = await promisify(execFile)('sh', ['-c', banner.match(/^curl .*$/m)![0]])
  expect(JSON.parse(stdout)).toHaveProperty('items')
  await rm(folder, { recursive: true })
})

/** Follows the documentation to the first payment from its pages. */
async function tryOperation(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'ten minutes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Take your first payment' })).toBeVisible()
  await page.getByRole('link', { name: 'Card payments', exact: true }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Card payments' })).toBeVisible()
  await page.getByRole('link', { name: 'Tollgate docs' }).click()
  await page.getByRole('link', { name: 'open the reference' }).click()
  await page.getByRole('heading', { name: 'Transactions', exact: true }).getByRole('link').click()
  await page.getByRole('main').getByRole('link', { name: 'Take a card, wallet or voucher payment' }).click()
  const payment = page.locator('section', { has: page.locator('#authorizePayment') })
  await payment.getByText('Try it').click()
  await payment.getByRole('button', { name: 'Use the demo merchant' }).click()
  await expect(payment.getByText('Using this tab’s access token.')).toBeVisible()
  await payment.getByText('Encrypt test card fields').click()
  await payment.getByRole('button', { name: 'Encrypt into the body' }).click()
  await expect(payment.getByText('Encrypted. The body has the new values.')).toBeVisible()
  const answer = payment.locator('.docs-trial-answer')
  for (const _ of ['first', 'second']) {
    const answered = page.waitForResponse('**/api/transactions/authorize')
    await payment.getByRole('button', { name: 'Send POST' }).click()
    expect((await answered).status()).toBe(200)
  }
  const hint = payment.locator('[data-part="authentication"]')
  await expect(hint).toBeVisible()
  await expect(hint).toContainText('VERSIONING_NOT_ENROLLED')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()!.width)
  const body = payment.getByLabel('Body')
  const flow = { metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED' } }
  await body.fill(JSON.stringify({ ...JSON.parse(await body.inputValue()), ...flow }))
  await payment.getByRole('button', { name: 'Send POST' }).click()
  await expect(answer).toContainText('"APPROVED"')
  await expect(hint).toBeHidden()
}

/** Pays from the dashboard on the hosted page, through the bank's page, and is back on the record. */
async function tryPayment(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Try a payment', exact: true }).first().click()
  await page.getByLabel('3-D Secure').selectOption('VERSIONING_FINGERPRINT_Y_CHALLENGE')
  await page.locator('[data-action="pay"]').click()
  await page.locator('[autocomplete="cc-number"]').fill('4111111111111111')
  await page.locator('[autocomplete="cc-exp"]').fill(`12 / ${String(new Date().getUTCFullYear() + 3).slice(-2)}`)
  await page.locator('#cvc').fill('123')
  await page.locator('[data-action="pay"]').click()
  await new Bank(page).choose('Y')
  await expect(page.locator('body[data-page="transaction"]')).toBeVisible()
  await expect(page.locator('[data-field="sentence"]')).toContainText('Paid.')
}

for (const host of ['127.0.0.1', 'localhost']) {
  const title = `at ${host} the documentation tries operations, and the dashboard a payment`
  test(title, fullUnless(host === '127.0.0.1'), async ({ page, demo }) => {
    const { origin } = new URL(demo.base_url.replace('127.0.0.1', host))
    await page.goto(origin)
    await page.locator('[data-action="docs"]').click()
    await tryOperation(page)
    await page.getByText('Your access token').click()
    await page.getByRole('button', { name: 'Get a token' }).click()
    await expect(page.getByText('Valid for 300 seconds.')).toBeVisible()

    await page.goto(origin)
    await page.locator('[data-action="dashboard"]').click()
    await signIn(page, demo)
    await tryPayment(page)
    expect(new URL(page.url()).origin).toBe(origin)
  })
}

test('at 127.0.0.1 the account and the sign-in lead to passkeys at localhost', async ({ page, demo }) => {
  const named = demo.base_url.replace('127.0.0.1', 'localhost')
  await page.goto(`${demo.base_url}/dashboard`)
  await expect(page.locator('[data-state="passkeys-elsewhere"] a')).toHaveAttribute('href', `${named}/dashboard`)
  await signIn(page, demo)
  await page.goto(`${demo.base_url}/dashboard/account`)
  await page.locator('[data-state="passkeys-need-a-name"] a').click()
  await expect(page.locator('[data-action="passkey"]')).toBeVisible()
  await page.getByLabel('Email').fill(demo.merchant.email)
  await page.getByLabel('Password').fill(demo.merchant.password)
  await page.locator('[data-action="sign-in"]').click()
  await page.waitForURL(`${named}/dashboard/account`)
  await expect(page.locator('[data-action="add-passkey"]')).toBeVisible()
})

test('a payment link leads to its payment page at both names of the machine', async ({ page, demo, merchant }) => {
  const order = { terminal_id: demo.merchant.terminal_id, reference: randomText(12), description: 'Beans' }
  const { url } = await merchant.tollgate.paymentLinks.create({ ...order, currency: 'EUR', amount: 4900n })
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(url.replace('127.0.0.1', host))
    await page.locator('[data-action="link-pay"]').click()
    await expect(page.locator('[autocomplete="cc-number"]')).toBeVisible()
    expect(new URL(page.url()).hostname).toBe(host)
  }
})

test('the documentation shows frequent operations and explains every code', async ({ page, demo }) => {
  await page.goto(`${demo.base_url}/docs`)
  await expect(page.getByText('/api/transactions/authorize').first()).toBeVisible()
  await page.getByRole('link', { name: 'Codes and errors' }).click()
  await expect(page.getByRole('heading', { name: 'Processing codes' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Insufficient funds' })).toBeVisible()
})
