import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { CARD, openHostedPage, visit } from '../../api/payment-links/links.ts'
import { comeBack, press } from '../../api/redirects/shopper.ts'
import { type Program, WEBHOOK_SECRET } from './program.ts'

interface Guide {
  readonly args?: readonly string[]
  /** Does what a reader does with the program, and judges what it prints. */
  readonly run: (program: Program, merchant: TestMerchant) => Promise<void>
}

/** A generated list, and other languages (test/full/generated-clients.test.ts). */
export const PROGRAMLESS = ['test-values', 'other-languages', 'ai-assistants']

/** Promise of each guide's program. */
export const GUIDES: Readonly<Record<string, Guide>> = {
  'balances-and-settlement': ends(/^settled_at,/m),
  'capture-in-time': ends(/^APPROVED \d{4}-\d\d-\d\dT\S+Z\nCAPTURE APPROVED\n$/),
  'captures-and-refunds': ends(/^CAPTURE APPROVED\nREFUND APPROVED once\n$/),
  'card-encryption': { ...ends(/^[\w+/]{340,}={0,2}\n$/), args: ['key.pem', '4111111111111111'] },
  'card-payments': ends(/^order-\d+-a APPROVED 0000\norder-\d+-b DECLINED 1004\ninvalid_request reference .+\n$/),
  'charge-later': ends(/^APPROVED ACTIVE\nAPPROVED\nPENDING recovery\nDECLINED CANCELED\n$/),
  'choose-a-bank': ends(/^\d+ payments, \d+ matched\nLowest fee ASKED\n$/),
  disputes: ends(/^INQUIRY NONE\nCHARGEBACK WITHDRAWN\nACCEPTED WITHDRAWN\n$/),
  'embedded-fields': { run: showFields },
  'hosted-page': { run: payOnHostedPage },
  'network-tokens': ends(/^APPROVED 411111\*+1111\n$/),
  payments: { run: approveOnSimulatedPage },
  payouts: ends(/^APPROVED trx_\w+\n$/),
  quickstart: ends(/^APPROVED trx_\w+\n$/),
  retries: ends(/^(fingerprint\nchallenge\n){2}APPROVED\n$/),
  'saved-cards': ends(/^(APPROVED 411111\*+1111\n){2}$/),
  'sell-with-a-link': { run: payLink },
  shops: { run: sellInShop },
  'stop-fraud': ends(/^APPROVED would-be BLOCK\nDECLINED 4101\nAPPROVED\n$/),
  'three-ds': { run: authenticate },
  vouchers: { run: approveOnSimulatedPage },
  wallets: ends(/^APPROVED 555555\*+4444\nOpen http\S+\n$/),
  webhooks: { run: receiveWebhook },
}

function ends(output: RegExp): Guide {
  return { run: async (program) => expect(await program.output()).toMatch(output) }
}

async function payOnHostedPage(program: Program, merchant: TestMerchant): Promise<void> {
  await payWithoutThreeDs(merchant, await program.prints(/^Open (\S+)$/m))
  expect(await program.output()).toMatch(/^APPROVED trx_\w+$/m)
}

async function sellInShop(program: Program, merchant: TestMerchant): Promise<void> {
  await payWithoutThreeDs(merchant, await program.prints(/^Open (\S+)$/m))
  expect(await program.output()).toMatch(/^REFUND 1500n\nVOID 1998n\nREFUND 500n\nCAPTURE 2000n\n$/m)
}

async function payLink(program: Program, merchant: TestMerchant): Promise<void> {
  await payWithoutThreeDs(merchant, await openHostedPage(await program.prints(/^Open (\S+)$/m)))
  expect(await program.output()).toMatch(/^COMPLETED trx_\w+$/m)
}

/** Pays without a browser, which has no 3-D Secure. */
async function payWithoutThreeDs(merchant: TestMerchant, page: string): Promise<void> {
  const path = `/api/sessions/${page.split('/').at(-1)}`
  expect(await merchant.call('PATCH', path, { body: { metadata: NOT_ENROLLED } })).toMatchObject({ status: 200 })
  expect((await visit(`${page}/pay`, CARD)).status).toBe(303)
}

async function approveOnSimulatedPage(program: Program): Promise<void> {
  await comeBack(await press(await program.prints(/^Open (\S+)$/m), 'APPROVED'))
  expect(await program.output()).toMatch(/^APPROVED$/m)
}

/** Returns the page of a program that serves. */
function pageOf(program: Program): Promise<string> {
  return eventually('the program serves', 30, () =>
    fetch(program.url).then(
      (response) => response.text(),
      () => undefined,
    ),
  )
}

async function showFields(program: Program, merchant: TestMerchant): Promise<void> {
  const page = await pageOf(program)
  const [, script] = /<script src="([^"]+)"/.exec(page)!
  expect((await fetch(script!)).status).toBe(200)
  const [, id] = /sessionId: '([^']+)'/.exec(page)!
  expect((await merchant.call('GET', `/api/sessions/${id}`)).body).toMatchObject({
    status: 'CREATED',
    return_url: `${program.url}/thanks`,
  })
}

/** Takes the steps that the page takes; the simulated bank needs no browser. */
async function authenticate(program: Program): Promise<void> {
  expect(await pageOf(program)).toContain('<h1>Pay €12.50</h1>')
  const step = async (call: string, body: object) => {
    const answer = await fetch(`${program.url}/${call}/order-1`, { method: 'POST', body: JSON.stringify(body) })
    return answer.json()
  }
  const browser = { java_enabled: false, color_depth: 24, screen_height: 900, screen_width: 1440, language: 'en' }
  expect(await step('pay', { ...browser, time_zone_offset: 0 })).toMatchObject({ kind: 'fingerprint' })
  expect(await step('fingerprint', { posted: true })).toMatchObject({ kind: 'challenge' })
  expect(await step('challenge', { status: 'Y' })).toEqual({ status: 'APPROVED' })
}

async function receiveWebhook(program: Program): Promise<void> {
  const url = `${program.url}/webhooks`
  await eventually('the receiver listens', 30, () => fetch(url).catch(() => undefined))
  const payload = { reference: 'order-1001', status: 'APPROVED' }
  const body = JSON.stringify({ event: 'transaction.processed', payload })
  const now = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(WEBHOOK_SECRET).sign('evt_1', now, body),
  }
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204)
  const forged = { ...headers, 'webhook-id': 'evt_2' }
  expect((await fetch(url, { method: 'POST', headers: forged, body })).status).toBe(400)
}
