import { setTimeout as sleep } from 'node:timers/promises'
import { AT_REST, expect, test } from '../support/browser-test.ts'
import { HostedPage } from './pages/hosted-page.ts'

test.use(AT_REST)

const SHIFTS = `new Promise((resolve) => new PerformanceObserver((list) =>
  resolve(list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true }) || setTimeout(resolve, 1500, []))`

const LETTERS = '€49.00 AZaz čćšžđ ăâîșț åäöø éßñç ąęłńśź ěřůťď'

for (const delayMs of [0, 800]) {
  test(`nothing moves on the hosted page if its typeface comes ${delayMs} ms late`, async ({
    page,
    demo,
    merchant,
  }) => {
    await page.route('**/assets/inter-*.woff2', async (route) => {
      await sleep(delayMs)
      await route.continue()
    })
    await new HostedPage(page, demo.base_url).open(await merchant.createSession())
    expect(await page.evaluate(SHIFTS)).toEqual([])
    expect(await page.evaluate(`document.fonts.check('16px Inter', '${LETTERS}')`)).toBe(true)
  })
}

test('the typeface is served permanently, and for the gateway’s own pages only', async ({ page, demo, request }) => {
  await page.goto(demo.base_url)
  const path = await page.locator('link[as="font"]').getAttribute('href')
  const answer = await request.get(`${demo.base_url}${path}`)
  expect(answer.headers()).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(answer.headers()['access-control-allow-origin']).toBeUndefined()
  expect((await answer.body()).length).toBeLessThan(22_000)
})
