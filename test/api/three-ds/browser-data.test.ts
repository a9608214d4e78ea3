import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { BROWSER_INFO } from '#test/test-merchant.ts'
import { createSession, openBrowser, readSession } from '../sessions/browser.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

async function storedOf(transactionId: string) {
  const [row] = await app.database.sql`select browser_info from transactions where id = ${transactionId}`
  return row!.browser_info
}

it('takes headers of 8,192 characters and a language that is a list, and no longer ones', async () => {
  const language = Array.from({ length: 20 }, (_, at) => `de-DE;q=0.${at}`).join(',')
  const long = { ...BROWSER_INFO, user_agent: 'x'.repeat(8192), accept_header: 'y'.repeat(8192), language }
  const { result } = (await app.merchant.authorize({ browser_info: long })).body
  expect(result.status).toBe('APPROVED')
  const longer = await app.merchant.authorize({ browser_info: { ...long, user_agent: 'x'.repeat(8193) } })
  expect([longer.status, longer.body.errors[0].property]).toEqual([422, 'browser_info.user_agent'])
})

it.each([
  [
    { screen_height: 1080.5, screen_width: -1, time_zone_offset: 330.4 },
    { screenHeight: 1081, screenWidth: 0, timeZoneOffset: 330 },
  ],
  [
    { screen_height: null, screen_width: 'NaN', time_zone_offset: 100_000, color_depth: 0 },
    { screenHeight: 1080, screenWidth: 1920, timeZoneOffset: 840, colorDepth: 1 },
  ],
  [
    { language: undefined, java_enabled: undefined, color_depth: undefined },
    { language: '', javaEnabled: false, colorDepth: 24 },
  ],
  [
    { language: { a: 1 }, screen_height: 10_000_000 },
    { language: '', screenHeight: 999_999 },
  ],
])('embedded fields never refuse a browser: %j', async (told, stored) => {
  const browser = await openBrowser(app.baseUrl, app.merchant)
  const { status } = await browser.pay(undefined, { browser_info: { ...TOLD, ...told } })
  expect(status).toBe(200)
  const { transactions } = await readSession(app.merchant, browser.id)
  expect(await storedOf(transactions[0])).toMatchObject(stored)
})

it('the hosted page rounds and clamps what its script says', async () => {
  const { id } = (await createSession(app.merchant)).body
  const odd = { screenHeight: '1080.5', screenWidth: '-1', timeZoneOffset: '99999', colorDepth: 'x' }
  const card = { method: 'card', number: '4111 1111 1111 1111', expiry: '12/39', cvc: '123', ...odd }
  await fetch(`${app.baseUrl}/hosted-payment-page/${id}/pay`, {
    method: 'POST',
    body: new URLSearchParams(card),
    redirect: 'manual',
  })
  const { transactions } = await readSession(app.merchant, id)
  expect(await storedOf(transactions[0])).toMatchObject({
    screenHeight: 1081,
    screenWidth: 0,
    timeZoneOffset: 840,
    colorDepth: 24,
  })
})

const { user_agent: _seen, accept_header: _sent, ...TOLD } = BROWSER_INFO
