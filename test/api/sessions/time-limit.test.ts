import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { CHALLENGE, challengeOf, passBank } from './bank.ts'
import { openBrowser } from './browser.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
  await app.stopWorker()
})
afterAll(() => app.close())

it('a page gets the time left for the bank, and an expired answer even before a worker runs', async () => {
  const browser = await openBrowser(app.baseUrl, app.merchant, { metadata: CHALLENGE })
  const challenge = await challengeOf(browser)
  expect(challenge.action).toMatchObject({ type: 'THREE_DS_2_CHALLENGE', limit_seconds: 600 })
  const again = await browser.call('continue', { transaction_id: challenge.transaction_id })
  expect(again.body.action).toEqual(challenge.action)
  await app.database.sql`update transactions set expires_at = now() where id = ${challenge.transaction_id}`
  const over = await browser.call('continue', { transaction_id: challenge.transaction_id })
  expect(over.body).toMatchObject({ approved: false, status: 'SESSION_EXPIRED', processing_code: '1005' })
  expect(over.body).not.toHaveProperty('action')
  const late = await passBank(browser, challenge, 'Y')
  expect(late).toMatchObject({ approved: false, status: 'SESSION_EXPIRED' })
})
