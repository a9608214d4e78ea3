import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeAccount } from '#flows/admin/check-provider-account.ts'
import { showProviderAccount } from '#flows/admin/provider-accounts.ts'
import { showProviderExchanges } from '#flows/admin/provider-exchanges.ts'
import { eventually } from '#test/eventually.ts'
import { openPayPalSandbox } from '#test/paypal-sandbox/index.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'
import { done, follow, type Shown, sumsOf } from '../manage/follow-ups.ts'
import { pay } from '../payments/payer.ts'
import { ended, recordOf } from '../redirects/shopper.ts'

const SESSION_SECONDS = 20
const EXPLORING = { timeout: 180_000, tags: ['full'] }

let sandbox: Awaited<ReturnType<typeof openPayPalSandbox>>
let app: RunningGateway
let merchant: TestMerchant
let account: string

beforeAll(async () => {
  sandbox = await openPayPalSandbox()
  const PROVIDER_SANDBOXES = `paypal=${sandbox.origin}`
  const settings = { PROVIDER_SANDBOXES, PROVIDER_TIMEOUT_SECONDS: '6', SESSION_TTL_SECONDS: String(SESSION_SECONDS) }
  app = await startOwnGateway(settings)
  const entries = Object.entries(sandbox.credentials).map(([name, one]) => [name, one!.current.reveal()])
  const made = await newProviderMerchant(app, { provider: 'paypal', credentials: Object.fromEntries(entries) })
  merchant = made.merchant
  account = made.accounts[0]!
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  expect(sandbox.complaints).toEqual([])
})

/** A payment whose payer was sent to PayPal. @param reference steers the sandbox */
async function begun(reference: string = newReference()) {
  const { body } = await pay(merchant, { method: 'WALLETS', reference })
  expect(body.redirect.url).toMatch(/^https:\/\/www\.sandbox\.paypal\.com\/checkoutnow\?token=/)
  const id: string = body.transaction_id
  return { id, attemptId: await attemptOf(id) }
}

async function attemptOf(id: string): Promise<string> {
  const [row] = await app.database.sql<[{ attempt_id: string }]>`
    select attempt_id from attempts where transaction_id = ${id}`
  return row.attempt_id
}

async function paid(): Promise<Shown> {
  const { id, attemptId } = await begun()
  sandbox.approve(attemptId)
  await comeBack(id)
  return recordOf(merchant, id)
}

const comeBack = (id: string) => fetch(`${app.baseUrl}/returns/${merchant.merchantId}/${id}`, { redirect: 'manual' })

/** @returns the status of the answer to the latest notice about an attempt */
async function deliverLatest(attemptId: string, changes: Readonly<Record<string, string>> = {}): Promise<number> {
  const { body, headers } = (await sandbox.noticesOf(attemptId)).at(-1)!
  const address = `${app.baseUrl}/provider-notices/paypal/${account}`
  const sent = { method: 'POST', headers: { ...headers, ...changes }, body: new Uint8Array(body) }
  return (await fetch(address, sent)).status
}

describe('A wallet payment through PayPal', () => {
  it('is taken once when the payer comes back, and the record says by whom', async () => {
    const { id, attemptId } = await begun()
    sandbox.approve(attemptId)
    await Promise.all([comeBack(id), comeBack(id), deliverLatest(attemptId)])
    expect(await recordOf(merchant, id)).toMatchObject({
      status: 'APPROVED',
      processing_code: '0000',
      processing_result: { payment_provider_id: 'paypal', payment_provider_account_id: account },
    })
    expect(await sandbox.netCharges(attemptId)).toBe(1)
  })

  it('with a link that is no https address leads no shopper there: it is PENDING, then DECLINED, uncharged', async () => {
    const { body } = await pay(merchant, { method: 'WALLETS', reference: `unsafe-link-${newReference()}` })
    expect(body).toMatchObject({ result: { status: 'PENDING' }, redirect: null })
    const { id } = body.result
    expect(await ended(merchant, id)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
    expect(await sandbox.netCharges(await attemptOf(id))).toBe(0)
  })

  it('is taken on a notice that is signed; a forged one is 401', async () => {
    const { id, attemptId } = await begun()
    sandbox.approve(attemptId)
    expect(await deliverLatest(attemptId, { 'paypal-transmission-id': 'another' })).toBe(401)
    expect([await deliverLatest(attemptId), await deliverLatest(attemptId)]).toEqual([204, 204])
    expect((await recordOf(merchant, id)).status).toBe('APPROVED')
    expect(await sandbox.netCharges(attemptId)).toBe(1)
    expect(await register.metrics()).toMatch(
      /tollgate_provider_notices_refused_total\{provider="paypal",reason="signature"\} [1-9]/,
    )
  })

  it.each([
    ['capture-declined', 'DECLINED', 0],
    ['capture-silence', 'APPROVED', 1],
    ['capture-silence-after', 'APPROVED', 1],
    ['capture-cut', 'APPROVED', 1],
  ])('of %s ends as %s, charged %i times', EXPLORING, async (reference, status, net) => {
    const { id, attemptId } = await begun(reference)
    sandbox.approve(attemptId)
    await comeBack(id)
    expect((await ended(merchant, id, 90)).status).toBe(status)
    expect(await sandbox.netCharges(attemptId)).toBe(net)
  })

  it('whose order is lost is found by the number in a notice', EXPLORING, async () => {
    const { body } = await pay(merchant, { method: 'WALLETS', reference: 'silence-after' })
    const { id } = body.result
    const attemptId = await attemptOf(id)
    sandbox.approve(attemptId)
    expect(await deliverLatest(attemptId)).toBe(204)
    expect((await ended(merchant, id, 30)).status).toBe('APPROVED')
    expect(await sandbox.netCharges(attemptId)).toBe(1)
  })

  it('ends when the payer cancels, and not for any other text of the browser', async () => {
    const { id, attemptId } = await begun()
    for (const query of ['?payer=agreed', '?payer=canceled&payer=canceled']) {
      await fetch(`${app.baseUrl}/returns/${merchant.merchantId}/${id}${query}`, { redirect: 'manual' })
      expect((await recordOf(merchant, id)).status).toBe('PENDING')
    }
    const { status } = await fetch(`${app.baseUrl}/returns/${merchant.merchantId}/${id}?payer=canceled&token=1`, {
      redirect: 'manual',
    })
    expect(status).toBe(303)
    expect(await recordOf(merchant, id)).toMatchObject({ status: 'CANCELED', processing_code: '1003' })
    sandbox.approve(attemptId)
    expect(await deliverLatest(attemptId)).toBe(204)
    expect(sandbox.book.orderOf(attemptId)!.capture).toBeNull()
  })

  it('that is approved after its time is over is never captured', EXPLORING, async () => {
    const { id, attemptId } = await begun()
    expect((await ended(merchant, id, SESSION_SECONDS + 60)).status).toBe('SESSION_EXPIRED')
    sandbox.approve(attemptId)
    expect(await deliverLatest(attemptId)).toBe(204)
    expect(sandbox.book.orderOf(attemptId)!.capture).toBeNull()
  })
})

describe('A refund through PayPal', () => {
  it('goes back in parts, and never for more than was paid', async () => {
    const record = await paid()
    await done(merchant, record, 'REFUND', { amount: 250 })
    await done(merchant, record, 'REFUND', { amount: 1000 })
    expect(await follow(merchant, record, 'REFUND', { amount: 1 })).toMatchObject({ status: 'INVALID' })
    expect(await sandbox.netCharges(await attemptOf(record.id))).toBe(0)
  })

  it('that fails days later becomes a REFUND_REVERSAL', async () => {
    const record = await paid()
    const refund = await done(merchant, record, 'REFUND')
    const attemptId = await attemptOf(refund.id)
    sandbox.settleRefund(attemptId, 'FAILED')
    expect(await deliverLatest(attemptId)).toBe(204)
    const { body } = await merchant.call('GET', '/api/transactions?transaction_type=REFUND_REVERSAL')
    expect(body.items).toMatchObject([{ parent_id: record.id, data: { reversal_of: refund.id }, status: 'APPROVED' }])
    expect(Number((await sumsOf(merchant, record))[1])).toBe(0)
  })
})

it('the check of the account finds nothing wrong, and what is kept holds no key and no token', async () => {
  const record = await paid()
  expect(await probeAccount(app.gateway, await showProviderAccount(app.gateway, account))).toEqual([])
  const exchanges = await eventually('exchanges', 30, async () => {
    const all = await showProviderExchanges(app.gateway, merchant.merchantId, record.id)
    return all.some(({ request }) => request.endsWith('/capture')) ? all : undefined
  })
  const kept = JSON.stringify(exchanges)
  const keys = ['client_id', 'client_secret'].map((name) => sandbox.credentials[name]!.current.reveal())
  for (const secret of [...keys, ...sandbox.access.tokens]) expect(kept).not.toContain(secret)
})
