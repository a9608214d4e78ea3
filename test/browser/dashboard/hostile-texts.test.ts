import type { Page } from '@playwright/test'
import { expect, FULL, test } from '#test/browser-test.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { idsOn, newMerchant, payTimes, signIn } from './merchant-team.ts'

// Some two hundred pages are opened one after the other.
test.describe.configure({ timeout: 600_000 })

/** Lists elements that only injected markup adds to a page, and whether it is wider than its window. */
const FOREIGN = `[
  ...[...document.querySelectorAll('main :not(svg.mark)')].flatMap((element) => [
    ...(/^(script|img|svg|iframe|object|embed|math|base|meta|link|style|video|marquee|template|x)$/i.test(element.localName)
      ? [element.localName] : []),
    ...[...element.attributes].map(({ name }) => name).filter((name) => name.startsWith('on')),
    ...(element.localName === 'a' && !/^https?:$/.test(element.protocol) ? [element.href] : []),
    ...(element.localName === 'form' && new URL(element.action).origin !== origin ? [element.action] : []),
  ]),
  ...(document.documentElement.scrollWidth > innerWidth ? ['too wide'] : []),
]`

/** An element's text, or a field's value, as it is: no space is joined to another. */
const textOf = (page: Page, selector: string) =>
  page.evaluate<string | undefined>(`(() => {
    const found = document.querySelector(${JSON.stringify(selector)})
    return found?.value ?? found?.textContent
  })()`)

test(
  'sixty hostile and odd texts are shown as they are and run nowhere',
  FULL,
  async ({ page, context, demo, sql }) => {
    expect(new Set(HOSTILE_TEXTS).size).toBe(60)
    const merchant = await newMerchant({ demo, sql })
    const receiver = await openWebhookReceiver(({ body }) => ({
      status: 200,
      body: JSON.parse(body).payload.reference,
    }))
    page.on('dialog', (dialog) => {
      expect.soft(dialog.message(), 'a dialog').toBe('none')
      void dialog.dismiss()
    })
    const open = async (path: string) => {
      await page.goto(`${demo.base_url}/dashboard/${path}`)
      expect.soft(await page.evaluate(FOREIGN), path).toEqual([])
    }
    try {
      await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
      const ids = await payTimes(merchant, HOSTILE_TEXTS.length, (index) => {
        const text = HOSTILE_TEXTS[index]!
        const words = { response_message: text, payment_provider_response_message: text, note: text }
        const customer = { first_name: text, last_name: text }
        return { reference: text, description: text, customer, metadata: { ...NOT_ENROLLED, ...words } }
      })
      await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
      await open('transactions')
      const shown = await idsOn(page, 'transactions')
      await page.locator('[data-action="older"]').click()
      await expect.poll(() => idsOn(page, 'transactions')).toHaveLength(10)
      expect([...shown, ...(await idsOn(page, 'transactions'))].sort()).toEqual([...ids].sort())

      for (const [index, text] of HOSTILE_TEXTS.entries()) {
        await open(`transactions?q=${encodeURIComponent(text)}`)
        expect.soft(await textOf(page, '[data-filter="q"]'), text).toBe(text)
        await open(`transactions/${ids[index]}`)
        expect.soft(await textOf(page, '[data-field="reference"]'), text).toBe(text)
        expect.soft(JSON.parse((await textOf(page, '[data-field="metadata"]'))!), text).toMatchObject({ note: text })
        const record = JSON.parse((await textOf(page, '[data-field="json"]'))!)
        expect.soft(record, text).toMatchObject({ response_message: text, customer: { first_name: text } })
      }

      const delivered = async () => (await merchant.call('GET', '/api/events?status=DELIVERED&limit=100')).body.items
      await expect.poll(async () => (await delivered()).length, { timeout: 60_000 }).toBe(60)
      for (const { id, payload } of await delivered()) {
        await open(`events/${id}`)
        expect.soft(await textOf(page, '[data-field="answer"]'), payload.reference).toBe(payload.reference)
      }
    } finally {
      await receiver.close()
    }
  },
)
