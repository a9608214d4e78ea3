import { Webhook } from 'standardwebhooks'
import { expect, FULL, test } from '#test/browser-test.ts'
import { openWebhookReceiver, type Reply } from '#test/webhook-receiver.ts'
import { newMerchant, signIn } from './merchant-team.ts'
import { redeliver } from './redeliver.ts'

test(
  'an endpoint from its registration to the redelivery of what it missed',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'developer', merchant.merchantId)
    let answer: Reply = { status: 500, body: 'the shop is being painted' }
    const receiver = await openWebhookReceiver(() => answer)
    try {
      await page.goto(`${demo.base_url}/dashboard/webhooks`)
      await page.locator('[name="url"]').fill(`${receiver.url}/hook`)
      await page.locator('[data-action="create"]').click()
      const first = (await page.locator('[data-field="webhook-secret"]').textContent())!
      const endpoint = new URL(page.url()).pathname
      await page.reload()
      await expect(page.locator('[data-action="test"]')).toBeVisible()
      await expect(page.locator('[data-field="webhook-secret"]')).toHaveCount(0)

      await page.locator('[data-action="test"]').click()
      await expect(page.locator('body[data-page="event"]')).toBeVisible()
      const event = page.url()
      await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
      const [test] = receiver.received
      expect(new Webhook(first).verify(test!.body, test!.headers)).toMatchObject({ event: 'endpoint.test' })
      const tried = page.locator('[data-list="tries"] [data-field="response-status"]')
      await expect
        .poll(async () => {
          await page.goto(event)
          return tried.count()
        })
        .toBeGreaterThan(0)
      await expect(tried.first()).toHaveText('500')
      await expect(page.locator('[data-field="next-attempt"] time')).toHaveAttribute('datetime', /Z$/)
      await page.getByText('Response body').first().click()
      await expect(page.locator('[data-field="answer"]').first()).toHaveText('the shop is being painted')

      answer = { status: 204 }
      await redeliver(page)
      await expect
        .poll(async () => {
          await page.goto(event)
          return page.locator('.delivery [data-field="status"]').textContent()
        })
        .toBe('Delivered')

      await page.goto(`${demo.base_url}${endpoint}`)
      await expect(page.locator('[data-list="latest-tries"] [data-field="response-status"]').first()).toHaveText('204')
      const group = page.getByRole('group', { name: 'Disputes and fraud' })
      await group.getByRole('button', { name: 'Select all' }).click()
      await page.locator('[data-action="save-event-types"]').click()
      await expect(page.locator('[data-field="event-types"]')).toHaveText(
        'transaction.processed, dispute.opened, dispute.updated, dispute.due, dispute.closed, fraud_warning.received',
      )
      await page.locator('[data-action="rotate-secret"]').click()
      const second = (await page.locator('[data-field="webhook-secret"]').textContent())!
      const before = receiver.received.length
      await page.locator('[data-action="test"]').click()
      await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
      const { body, headers } = receiver.received.at(-1)!
      expect(headers['webhook-signature']!.split(' ')).toHaveLength(2)
      for (const secret of [first, second]) new Webhook(secret).verify(body, headers)
    } finally {
      await receiver.close()
    }
  },
)
