import { AxeBuilder } from '@axe-core/playwright'
import { CLIENT_PERMISSIONS } from '#identity/permissions.ts'
import { AT_REST, expect, FULL, test } from '#test/browser-test.ts'
import { eventually } from '#test/eventually.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
import { newMerchant, signIn } from './merchant-team.ts'

test.use(AT_REST)

const MARKUP = '<img src=x onerror=alert(1)>'
const WIDTHS = [320, 390, 1280]
const SCHEMES = ['light', 'dark'] as const
const WAYS = (['owner', 'platform-admin'] as const).flatMap((role) => SCHEMES.map((scheme) => [role, scheme] as const))

/** The names of fields that can be seen and stand outside the window. */
const FIELDS_OUTSIDE = `[...document.querySelectorAll('[data-field]')]
  .filter((field) => {
    const { width, left, right } = field.getBoundingClientRect()
    return width > 0 && (left < 0 || right > innerWidth + 1)
  })
  .map((field) => field.dataset.field)`

/** A merchant that has something on every page. @returns the pages, by their paths */
async function withContent(merchant: TestMerchant): Promise<readonly string[]> {
  const receiver = await openWebhookReceiver(() => ({ status: 500, body: MARKUP }))
  try {
    const { body: endpoint } = await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
    const { body: event } = await merchant.call('POST', `/api/webhook-endpoints/${endpoint.id}/test`, { body: {} })
    await eventually('a try', 60, async () => {
      const { body } = await merchant.call('GET', `/api/events/${event.id}/deliveries`)
      return body.items[0].tries.length > 0
    })
    await merchant.authorize({ amount: 0 })
    const narrow = { name: MARKUP, permissions: CLIENT_PERMISSIONS, terminal_ids: [merchant.terminalId] }
    const { body: client } = await merchant.call('POST', '/api/clients', { body: narrow })
    const lists = [
      'events',
      'webhooks',
      'keys',
      'clients',
      'terminals',
      'requests',
      'audit-log',
      'settings',
      'appearance',
    ]
    return [
      ...lists,
      `clients/${client.client_id}`,
      `events/${event.id}`,
      `webhooks/${endpoint.id}`,
      `terminals/${merchant.terminalId}`,
    ]
  } finally {
    await receiver.close()
  }
}

const PLATFORM = [
  'merchants',
  'find',
  'find?q=order-1',
  'find?q=nothing',
  'providers',
  'providers/new?provider=stripe',
  'settlement-files',
  'settlement-files/new',
  'settlement-files/missing',
  'system',
]

for (const [role, colorScheme] of WAYS) {
  test(
    `every page of operation as ${role} in ${colorScheme}: no fault of accessibility, nothing outside the window, no markup`,
    FULL,
    async ({ page, context, demo, sql }) => {
      // Each of many pages is looked at three times.
      test.setTimeout(600_000)
      const merchant = await newMerchant({ demo, sql })
      const content = await withContent(merchant)
      const { personId } = await signIn(context, { demo, sql }, role, role === 'owner' ? merchant.merchantId : null)
      page.on('dialog', () => expect('a dialog').toBe('none'))
      await sql`update dashboard_sessions set merchant_id = ${merchant.merchantId} where person_id = ${personId}`
      await page.emulateMedia({ colorScheme })
      for (const path of role === 'owner' ? content : PLATFORM) {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          await page.goto(`${demo.base_url}/dashboard/${path}`)
          await expect(page.locator('main h1')).toBeVisible()
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(
            violations.map(({ id }) => id),
            `${path} at ${width}`,
          ).toEqual([])
          expect(await page.evaluate(FIELDS_OUTSIDE), `${path} at ${width}`).toEqual([])
        }
      }
    },
  )
}
