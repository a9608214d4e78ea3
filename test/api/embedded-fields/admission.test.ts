import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizeFrame, type FrameRequest } from '#flows/embedded-fields/authorize-frame.ts'
import { type RunningGateway, useGateway } from '../../support/running-gateway.ts'
import { newReference, type TestMerchant } from '../../support/test-merchant.ts'
import { browserOf } from '../sessions/browser.ts'

const SHOP = 'https://shop.example'

let running: RunningGateway

beforeAll(async () => {
  running = await useGateway()
})
afterAll(() => running.close())

async function openSession(merchant: TestMerchant): Promise<string> {
  const body = {
    terminal_id: merchant.terminalId,
    reference: newReference(),
    description: 'Two bags of beans',
    currency: 'EUR',
    amount: 1250,
    transaction_type: 'PURCHASE',
    return_url: `${SHOP}/result`,
  }
  return (await merchant.call('POST', '/api/sessions', { body })).body.id
}

/** Returns the admission of a page of this origin to a session, in this realm or as production would answer. */
async function admission(merchant: TestMerchant, origin: string, environment: 'test' | 'production') {
  const { gateway } = running
  const realm = environment === 'test' ? 'uat' : 'production'
  const page = { ...pageOf(merchant, await openSession(merchant)), environment, origin }
  const { session, ...admission } = await authorizeFrame({ ...gateway, settings: { ...gateway.settings, realm } }, page)
  expect(session?.sessionId).toBe(admission.denial ? undefined : page.sessionId)
  return admission
}

function pageOf({ clientKey }: TestMerchant, sessionId: string) {
  return { clientKey, sessionId, environment: 'test', origin: SHOP, wants: 'fields' as const }
}

test('a terminal without a list admits any origin in UAT and none in production', async () => {
  expect(await admission(running.merchant, SHOP, 'test')).toEqual({ origins: null, denial: null })
  expect((await admission(running.merchant, SHOP, 'production')).denial?.code).toBe('origin_not_allowed')
})

test('a terminal with a list admits exactly those origins, and the gateway’s own pages', async () => {
  const merchant = await running.newMerchant({ terminal: { allowedOrigins: [SHOP] } })
  for (const environment of ['test', 'production'] as const) {
    expect(await admission(merchant, SHOP, environment)).toEqual({ origins: [SHOP, running.baseUrl], denial: null })
    for (const stranger of ['http://shop.example', 'https://shop.example:8443', 'https://evil.example', 'null', '']) {
      expect((await admission(merchant, stranger, environment)).denial?.code).toBe('origin_not_allowed')
    }
  }
})

test('another merchant’s client key does not know the session', async () => {
  const other = await running.newMerchant()
  const page = pageOf(other, await openSession(running.merchant))
  expect((await authorizeFrame(running.gateway, page)).denial?.code).toBe('session_not_found')
})

test('a session that is over shows no fields, but a bank’s page of an attempt that outlives it', async () => {
  const { gateway, merchant, baseUrl } = running
  const [left, expired] = [await openSession(merchant), await openSession(merchant)]
  await browserOf(baseUrl, merchant, left).call('cancel', {})
  await browserOf(baseUrl, merchant, expired).pay()
  await gateway.sql`update sessions set expires_at = now() where session_id = ${expired}`
  const codeOf = async (page: FrameRequest) => (await authorizeFrame(gateway, page)).denial?.code
  expect(await codeOf(pageOf(merchant, left))).toBe('session_completed')
  expect(await codeOf(pageOf(merchant, expired))).toBe('session_expired')
  expect(await codeOf({ ...pageOf(merchant, expired), wants: 'challenge' })).toBeUndefined()
})
