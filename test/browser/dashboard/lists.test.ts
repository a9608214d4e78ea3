import { readFile } from 'node:fs/promises'
import { expect, FULL, test } from '#test/browser-test.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { idsOn, newMerchant, payTimes, signIn } from './merchant-team.ts'

// A busy machine takes its time for so many payments.
test.describe.configure({ timeout: 300_000 })
test.use({ expectedNoise: /status of 403/ })

const LIST = '/dashboard/transactions'
const DECLINED = { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' } }

test(
  'older pages show no row twice and leave none out while payments arrive, and newer comes back',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'viewer', merchant.merchantId)
    const paid = await payTimes(merchant, 120)
    await page.goto(demo.base_url + LIST)
    const shown = async (rows: number) => {
      await expect(page.locator('[data-list="transactions"] [data-id]')).toHaveCount(rows)
      return idsOn(page, 'transactions')
    }
    const turn = async (to: 'newer' | 'older') => {
      const before = page.url()
      await page.locator(`[data-action="${to}"]`).click()
      await expect(page).not.toHaveURL(before)
    }
    const first = await shown(50)
    await payTimes(merchant, 10)
    await turn('older')
    const second = await shown(50)
    await turn('older')
    const third = await shown(20)
    expect([...first, ...second, ...third].sort()).toEqual([...paid].sort())
    await turn('newer')
    expect(await shown(50)).toEqual(second)
    await turn('newer')
    expect(await shown(50)).toEqual(first)
  },
)

/** As many further records of the merchant as are wanted, all like this one but older: the worker has been past them. */
/** Copies of a payment in a table. */
const copiesIn = (table: string) => `
  insert into ${table}
  select copy.* from ${table} as original, generate_series(1, $2::int) as place,
    jsonb_populate_record(original, jsonb_build_object(
      'id', $1 || '-' || place, 'reference', 'copy-' || place,
      'created_at', now() - interval '40 days', 'finished_at', now() - interval '40 days')) as copy
  where original.id = $1`

test(
  'payments are counted exactly up to 10,000, and above that it says so',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'viewer', merchant.merchantId)
    const [id] = await payTimes(merchant, 1, () => DECLINED)
    const count = page.locator('[data-field="count"]')
    const says = async (words: string, capped: 'true' | 'false') => {
      await page.goto(demo.base_url + LIST)
      await expect(count).toHaveText(words)
      await expect(count).toHaveAttribute('data-capped', capped)
    }
    await says('1', 'false')
    for (const table of ['transactions', 'payment_search']) await sql.unsafe(copiesIn(table), [id!, 9999])
    await says('10,000', 'false')
    await payTimes(merchant, 1)
    await says('more than 10,000', 'true')
    await page.locator('[data-filter="status"]').selectOption('APPROVED')
    await expect(page).toHaveURL(/status=APPROVED/)
    await expect(count).toHaveCount(0)
    await page.locator('[data-action="count"]').click()
    await expect(count).toHaveText('1')
  },
)

/** All of the merchant's payments that the API has with this status, by id. */
async function fromApi(merchant: TestMerchant, status: string): Promise<ReadonlyMap<string, { created_at: string }>> {
  const items: { id: string; created_at: string }[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = new URLSearchParams({ status, limit: '100', ...(cursor && { cursor }) }).toString()
    const { body } = await merchant.call('GET', `/api/transactions?${query}`)
    items.push(...body.items)
    cursor = body.next_cursor
  }
  return new Map(items.map((item) => [item.id, item]))
}

test(
  'the export has every row that fits, as the API has them, and runs nothing in a spreadsheet',
  FULL,
  async ({ page, context, browser, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await sql`update merchants set time_zone = 'Europe/Bucharest' where merchant_id = ${merchant.merchantId}`
    await signIn(context, { demo, sql }, 'finance', merchant.merchantId)
    const paid = await payTimes(merchant, 130, (index) => (index === 0 ? { reference: '=1+1' } : {}))
    await payTimes(merchant, 3, () => DECLINED)
    await page.goto(`${demo.base_url}${LIST}?status=APPROVED`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-action="export"]').click(),
    ])
    const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    const columns = head!.split(',')
    const cells = (row: string) => Object.fromEntries(row.split(',').map((cell, place) => [columns[place], cell]))
    const records = rows.map(cells)
    expect(records.map(({ id }) => id!).sort()).toEqual([...paid].sort())
    const known = await fromApi(merchant, 'APPROVED')
    const here = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Bucharest',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    for (const { id, created_at: at, ...others } of records) {
      expect(at).toBe(known.get(id!)!.created_at)
      expect(others['created_at Europe/Bucharest']).toBe(here.format(new Date(at!)))
    }
    expect(records.find(({ id }) => id === paid[0])!.reference).toBe("'=1+1")

    const viewing = await browser.newContext()
    await signIn(viewing, { demo, sql }, 'viewer', merchant.merchantId)
    const viewer = await viewing.newPage()
    await viewer.goto(demo.base_url + LIST)
    await expect(viewer.locator('[data-list="transactions"]')).toBeVisible()
    await expect(viewer.locator('[data-action="export"]')).toHaveCount(0)
    const refused = await viewer.goto(`${demo.base_url}${LIST}.csv?status=APPROVED`)
    expect(refused!.status()).toBe(403)
    await expect(viewer.locator('[data-state="forbidden"]')).toBeVisible()
    await viewing.close()
  },
)
