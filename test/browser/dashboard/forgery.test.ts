import { randomText } from '#domain/ids.ts'
import { expect, FULL, test } from '#test/browser-test.ts'
import { newMerchant, signIn } from './merchant-team.ts'

test.use({ expectedNoise: /status of 403|frame-ancestors|NotSameOrigin|X-Frame-Options/ })

/** Sends a form as a page's own script could. @returns the status of the answer */
const SEND = `async ({ path, fields }) => (await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })).status`

test(
  'only a page of the user’s own session can send a refund, and no page is shown in a frame',
  FULL,
  async ({ page, context, browser, site, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
    const { id } = (await merchant.authorize()).body.result
    const path = `/dashboard/transactions/${id}/refund`
    const fields = { key: randomText(32), amount: '1' }
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
    const form = `<form method="post" action="${demo.base_url}${path}">${inputs.join('')}<button>Win a prize</button></form>`
    const neighbour = site.origin.replace('localhost', '127.0.0.1')

    // Another site's form comes without the cookie, a neighbor's on the same host with it.
    await page.goto(site.show(form))
    await page.getByRole('button').click()
    await expect(page.locator('body[data-page="sign-in"]')).toBeVisible()
    await page.goto(site.show(form, neighbour))
    const [answer] = await Promise.all([
      page.waitForResponse(`${demo.base_url}${path}`),
      page.getByRole('button').click(),
    ])
    expect(answer.status()).toBe(403)
    await expect(page.locator('[data-state="forbidden"]')).toBeVisible()

    await page.goto(site.show('<h1>Silent</h1>', neighbour))
    // The browser hides the answer from the page, so its status is read over DevTools.
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const answered = new Promise((resolve) => {
      network.on('Network.responseReceivedExtraInfo', ({ statusCode }) => resolve(statusCode))
    })
    const init = `{ method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams(${JSON.stringify(fields)}) }`
    await page.evaluate(`fetch('${demo.base_url}${path}', ${init}).catch(() => undefined)`)
    expect(await answered).toBe(403)

    const stranger = await browser.newContext()
    await signIn(stranger, { demo, sql }, 'owner', merchant.merchantId)
    const other = await stranger.newPage()
    await other.goto(`${demo.base_url}${path}`)
    const csrf = await other.locator('[data-form="refund"] [name="csrf"]').inputValue()
    await stranger.close()
    await page.goto(`${demo.base_url}${path}`)
    const own = await page.locator('[data-form="refund"] [name="csrf"]').inputValue()
    const send = (more: object) =>
      page.evaluate(`(${SEND})(${JSON.stringify({ path, fields: { ...fields, ...more } })})`)
    expect([await send({}), await send({ csrf })]).toEqual([403, 403])
    const refunds = async () => (await merchant.call('GET', `/api/transactions?parent_id=${id}`)).body.items
    expect(await refunds()).toEqual([])

    await page.goto(site.show(`<iframe title="Shop" src="${demo.base_url}/dashboard"></iframe>`, neighbour))
    await expect.poll(() => page.frames().at(-1)!.url()).toMatch(/^chrome-error:/)

    // The same form with its own token is taken, so that nothing else refused the others.
    await page.goto(`${demo.base_url}${path}`)
    expect(await send({ csrf: own })).toBe(200)
    expect(await refunds()).toHaveLength(1)
  },
)
