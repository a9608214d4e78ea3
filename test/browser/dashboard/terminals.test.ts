import { expect, FULL, test } from '#test/browser-test.ts'
import { createSession } from '../../api/sessions/browser.ts'
import { breakCards, newMerchant, signIn } from './merchant-team.ts'

test(
  'a saved origin may show card fields immediately, and a removed one no longer',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'developer', merchant.merchantId)
    const session = (await createSession(merchant)).body.id
    const mayShow = async (origin: string) => {
      const frame = new URL(`${demo.base_url}/embedded-fields/frame?environment=test&component=card`)
      frame.searchParams.set('client_key', merchant.clientKey)
      frame.searchParams.set('session_id', session)
      frame.searchParams.set('origin', origin)
      return (await (await fetch(frame)).text()).includes('card-frame-main')
    }
    const save = async (origins: string) => {
      await page.goto(`${demo.base_url}/dashboard/terminals/${merchant.terminalId}`)
      await page.locator('[name="allowed_origins"]').fill(origins)
      await page.locator('[data-action="save-origins"]').click()
      await expect(page.locator('[data-state="done"]')).toBeVisible()
    }
    const [old, fresh] = ['https://old.shop.example', 'https://new.shop.example']
    await save(`${old}\n${fresh}`)
    expect([await mayShow(old), await mayShow(fresh)]).toEqual([true, true])
    await save(fresh)
    expect([await mayShow(old), await mayShow(fresh)]).toEqual([false, true])
  },
)

test(
  'an account that does not answer has an open circuit with its next probe',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'viewer', merchant.merchantId)
    const card = page.locator('[data-list="accounts"] tbody tr').filter({ hasText: 'card-simulator' })
    // Viewers do not see accounts at all; developers do.
    await page.goto(`${demo.base_url}/dashboard/terminals/${merchant.terminalId}`)
    await expect(card).toHaveCount(0)
    await context.clearCookies()
    await signIn(context, { demo, sql }, 'developer', merchant.merchantId)
    await page.goto(`${demo.base_url}/dashboard/terminals/${merchant.terminalId}`)
    await expect(card.locator('[data-field="circuit"]')).toContainText('Responding')
    await breakCards({ demo, sql }, merchant)
    for (let failures = 0; failures < 5; failures += 1) await merchant.authorize()
    await page.reload()
    await expect(card.locator('[data-field="circuit"]')).toContainText('Not responding')
    await expect(card.locator('[data-field="circuit"] time')).toHaveCount(2)
  },
)
