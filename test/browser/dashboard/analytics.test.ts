import type { Page } from '@playwright/test'
import { addDays } from '#domain/time-zone.ts'
import { expect, FULL, test } from '#test/browser-test.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { idsOn, newMerchant, payTimes, signIn } from './merchant-team.ts'

// A busy machine takes its time for so many payments.
test.describe.configure({ timeout: 300_000 })

const OUTCOME = (response_code: string) => ({ metadata: { ...NOT_ENROLLED, response_code } })

/** How many payments end in each way. */
const ENDS = [
  ...Array(70).fill({}),
  ...Array(18).fill(OUTCOME('TRX_STATUS_DECLINED')),
  ...Array(7).fill(OUTCOME('TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS')),
  ...Array(3).fill(OUTCOME('TRX_STATUS_CANCELED')),
  ...Array(2).fill({ terminal_id: 'ter_unknown' }),
]

const ROWS_OF_DAYS = `[...document.querySelectorAll('[data-chart-table="outcomes"] tbody tr')]
  .map((row) => [...row.children].map((cell) => cell.textContent.trim()))`
const LINKS_OF_DAYS = `[...document.querySelectorAll('[data-chart-table="outcomes"] tbody a')].map((link) => link.search)`
const DECLINES = `[...document.querySelectorAll('[data-list="declines"] [data-id]')]
  .map((row) => [row.dataset.id, row.querySelector('[data-field="declined"]').textContent])`

interface Days {
  /** Approved, declined and not finished of every day. */
  readonly counts: readonly (readonly number[])[]
  /** The day that each row leads to. */
  readonly days: readonly string[]
}

async function daysOn(page: Page): Promise<Days> {
  const rows = await page.evaluate<string[][]>(ROWS_OF_DAYS)
  const links = await page.evaluate<string[]>(LINKS_OF_DAYS)
  return {
    counts: rows.map(([, ...cells]) => cells.map(Number)),
    days: links.map((search) => new URLSearchParams(search).get('from')!),
  }
}

test(
  'figures, charts and declines add up to the payments, and days are those of the merchant’s zone',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    const { merchantId } = merchant
    await signIn(context, { demo, sql }, 'owner', merchantId)
    const paid = await payTimes(merchant, ENDS.length, (index) => ENDS[index])
    const figure = (name: string) => page.locator(`.tile [data-field="${name}"], [data-field="${name}"]`).first()
    const loaded = async () => {
      await page.goto(`${demo.base_url}/dashboard/analytics`)
      await expect(page.locator('body[data-page="analytics"]')).toBeVisible()
    }
    // The worker counts. Figures and declines are read one after the other, so it may count in between.
    await expect(async () => {
      await loaded()
      await expect(figure('payments')).toHaveText('100', { timeout: 1 })
      expect(await page.evaluate(DECLINES)).toEqual([
        ['1000', '18'],
        ['1004', '7'],
      ])
    }).toPass({ timeout: 120_000 })
    await expect(figure('approved')).toHaveText('70')
    await expect(figure('declined')).toHaveText('25')
    await expect(figure('approval-rate')).toHaveText('73.7%')
    const { counts } = await daysOn(page)
    expect(counts.reduce(([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => [a + d, b + e, c + f], [])).toEqual([
      70, 25, 5,
    ])

    // Half an hour before midnight UTC it is the next day in Bucharest, in summer and in winter.
    const day = addDays(new Date().toISOString().slice(0, 10), -3)
    const late = paid.slice(0, 40)
    const at = `${day}T23:30:00Z`
    await sql`update transactions set created_at = ${at} where merchant_id = ${merchantId} and id = any(${late})`
    await sql`update payment_search set created_at = ${at} where merchant_id = ${merchantId} and id = any(${late})`
    await sql`update merchants set time_zone = 'Europe/Bucharest' where merchant_id = ${merchantId}`
    const next = addDays(day, 1)
    await expect(async () => {
      await loaded()
      const { days, counts: found } = await daysOn(page)
      const sums = new Map(days.map((each, place) => [each, found[place]!.reduce((sum, count) => sum + count, 0)]))
      expect([sums.get(day) ?? 0, sums.get(next)]).toEqual([0, 40])
    }).toPass({ timeout: 120_000 })

    const chart = page.locator('[data-chart="outcomes"]')
    const tip = chart.locator('[data-tip-text]')
    await chart.locator('[data-tip][tabindex="0"]').focus()
    await page.keyboard.press('Home')
    const first = await tip.textContent()
    await page.keyboard.press('ArrowRight')
    await expect(tip).not.toHaveText(first!)
    await expect(tip).toHaveText((await chart.locator('[data-tip]').nth(1).getAttribute('data-tip'))!)

    await chart.locator(`a[data-tip][href*="from=${next}"]`).press('Enter')
    await expect(page).toHaveURL(new RegExp(`from=${next}&to=${next}`))
    await expect(page.locator('[data-list="transactions"] [data-id]')).toHaveCount(40)
    expect((await idsOn(page, 'transactions')).sort()).toEqual([...late].sort())
  },
)
