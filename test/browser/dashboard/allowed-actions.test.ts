import { expect, FULL, test } from '#test/browser-test.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { newMerchant, signIn } from './merchant-team.ts'

type Action = 'capture' | 'refund' | 'void'

/** Asks for a follow-up on the server's side. */
async function follow(
  merchant: TestMerchant,
  id: string,
  action: Action,
  amount = 1250,
  options = {},
): Promise<string> {
  const { transaction } = await merchant.status(id)
  const { terminal_id, reference, currency } = transaction
  const asked = { terminal_id, reference, currency, amount, options, parent_transaction_id: id }
  const body = { ...asked, transaction_type: action.toUpperCase() }
  expect((await merchant.call('POST', '/api/transactions/manage', { body })).body.status).toBe('APPROVED')
  return id
}

async function paid(merchant: TestMerchant, changes = {}): Promise<string> {
  return (await merchant.authorize(changes)).body.result.id
}

const held = (merchant: TestMerchant) => paid(merchant, { transaction_type: 'AUTHORIZE' })
const DECLINES = { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' } }
const A_MONTH = 30 * 24 * 3600

const ACTIONS_SHOWN = `['capture', 'refund', 'void'].filter((action) => document.querySelector('[data-action="' + action + '"]'))`

/** How each state comes about, and what can be done then. */
const STATES: readonly [
  state: string,
  make: (merchant: TestMerchant) => Promise<string>,
  allowed: readonly Action[],
][] = [
  ['an approved AUTHORIZE', held, ['capture', 'void']],
  ['one captured in part', async (one) => follow(one, await held(one), 'capture', 500), ['capture', 'refund', 'void']],
  ['one captured whole', async (one) => follow(one, await held(one), 'capture'), ['refund']],
  ['a PURCHASE before it settles', paid, ['refund', 'void']],
  [
    'a PURCHASE that has settled',
    async (one) => {
      const id = await paid(one)
      await one.call('POST', '/api/test-clock', { body: { advance_seconds: A_MONTH } })
      return id
    },
    ['refund'],
  ],
  ['one refunded in part', async (one) => follow(one, await paid(one), 'refund', 500), ['refund']],
  ['one refunded whole', async (one) => follow(one, await paid(one), 'refund'), []],
  ['one that is voided', async (one) => follow(one, await held(one), 'void'), []],
  ['a declined one', (one) => paid(one, DECLINES), []],
]

for (const [state, make, allowed] of STATES) {
  test(
    `of ${state} the page offers [${allowed}], as the API does, and each of them is taken`,
    FULL,
    async ({ page, context, demo, sql }) => {
      const merchant = await newMerchant({ demo, sql })
      await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
      const shown = async (id: string) => {
        await page.goto(`${demo.base_url}/dashboard/transactions/${id}`)
        await expect(page.locator('body[data-page="transaction"]')).toBeVisible()
        return page.evaluate<string[]>(ACTIONS_SHOWN)
      }
      const id = await make(merchant)
      expect((await merchant.status(id)).transaction.allowed_actions).toEqual(allowed)
      expect(await shown(id)).toEqual(allowed)
      for (const action of allowed) {
        const each = await make(merchant)
        await shown(each)
        await page.locator(`[data-action="${action}"]`).click()
        await page.locator('[data-action="confirm"]').click()
        await expect(page.locator('[data-field="done"]')).toContainText('succeeded')
        const { items } = (await merchant.call('GET', `/api/transactions?parent_id=${each}`)).body
        expect(items.map(({ status }: { status: string }) => status)).not.toContain('INVALID')
      }
    },
  )
}
