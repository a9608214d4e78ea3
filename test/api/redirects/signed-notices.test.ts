import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { changeProviderAccount, createProviderAccount } from '#flows/admin/provider-accounts.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { openRedirect, press, recordOf, WALLETA } from './shopper.ts'

const KEY = 'a key that nobody guesses'
const NEW_KEY = 'another key that nobody guesses'

let app: RunningGateway
let merchant: TestMerchant
let account: string
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  account = await signedAccount(merchant)
})
afterAll(() => app.close())

/** The only account of a merchant's terminal for wallets. */
async function signedAccount({ merchantId, terminalId }: TestMerchant): Promise<string> {
  const wanted = {
    provider: 'wallet-simulator',
    name: 'Signed',
    settings: {},
    credentials: { webhook_secret: new Secret(KEY) },
  }
  const { providerAccountId } = await createProviderAccount(app.gateway, 'test', merchantId, wanted)
  await changeTerminal(app.gateway, 'test', terminalId, { providerAccounts: [providerAccountId] })
  return providerAccountId
}

interface Sent {
  readonly key?: string | null
  readonly to?: string
  readonly of?: string
  /** Another process of the same gateway. */
  readonly at?: string
}

async function send(
  attemptId: string,
  { key = KEY, to = account, of = merchant.merchantId, at = app.baseUrl }: Sent = {},
): Promise<number> {
  const body = JSON.stringify({ merchant: of, attempt: attemptId })
  const signature = key === null ? undefined : createHmac('sha256', key).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', ...(signature && { 'x-notice-signature': signature }) }
  const { status } = await fetch(`${at}/provider-notices/wallet-simulator/${to}`, {
    method: 'POST',
    headers,
    body,
  })
  return status
}

async function kept(attemptId: string): Promise<number> {
  const [row] = await app.database
    .sql`select count(*)::int as count from provider_notices where attempt_id = ${attemptId}`
  return row!.count
}

/** Approved, with its one notice kept. */
async function ended(id: string, attemptId: string): Promise<void> {
  await eventually('the approval', 30, async () => (await recordOf(merchant, id)).status === 'APPROVED' || undefined)
  await eventually('the notice', 30, async () => (await kept(attemptId)) === 1 || undefined)
}

describe('POST /provider-notices/{provider}/{provider_account_id}', () => {
  it('a notice of the provider itself arrives signed, is kept once, and approves', async () => {
    const { id, url, attemptId } = await openRedirect(merchant)
    await press(url, 'APPROVED')
    await ended(id, attemptId)
    expect(await send(attemptId)).toBe(204)
    expect(await kept(attemptId)).toBe(1)
  })

  it.each([
    ['a wrong signature', { key: NEW_KEY }],
    ['no signature', { key: null }],
    ['the right signature at an account that nobody has', { to: 'acc_unknown' }],
  ])('%s is 401 and changes nothing', async (_, sent) => {
    const { attemptId } = await openRedirect(merchant)
    expect(await send(attemptId, sent)).toBe(401)
    expect(await kept(attemptId)).toBe(0)
  })

  it('an account without a key takes no notice at all', async () => {
    const other = await app.newMerchant()
    const wanted = { provider: 'wallet-simulator', name: 'Unsigned', settings: {}, credentials: {} }
    const { providerAccountId } = await createProviderAccount(app.gateway, 'test', other.merchantId, wanted)
    const { attemptId } = await openRedirect(other)
    expect(await send(attemptId, { to: providerAccountId, of: other.merchantId })).toBe(401)
  })

  it('a notice about the attempt of another account is answered and not kept', async () => {
    const other = await app.newMerchant()
    const { attemptId } = await openRedirect(other)
    expect(await send(attemptId)).toBe(204)
    expect(await kept(attemptId)).toBe(0)
  })

  it('a notice with a text that the database cannot hold is answered, and those beside it are kept', async () => {
    const hmacKey = 'A1'.repeat(32)
    const credentials = { api_key: new Secret('made-up-key-of-an-account'), hmac_key: new Secret(hmacKey) }
    const wanted = { provider: 'adyen', name: 'Adyen', settings: { merchant_account: 'Larkspur' }, credentials }
    const { providerAccountId } = await createProviderAccount(app.gateway, 'test', merchant.merchantId, wanted)
    const item = (merchantReference: string) => {
      const signed = ['psp', '', 'Larkspur', merchantReference, 1, 'EUR', 'AUTHORISATION', 'true'].join(':')
      const hmacSignature = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed).digest('base64')
      const own = { pspReference: 'psp', merchantAccountCode: 'Larkspur', merchantReference, success: 'true' }
      const amount = { value: 1, currency: 'EUR' }
      return {
        NotificationRequestItem: { ...own, amount, eventCode: 'AUTHORISATION', additionalData: { hmacSignature } },
      }
    }
    const address = `${app.baseUrl}/provider-notices/adyen/${providerAccountId}`
    const body = JSON.stringify({ notificationItems: [item('of another system\0'), item('att_unknown')] })
    expect((await fetch(address, { method: 'POST', body })).status).toBe(204)
  })

  it('an account with an api_key alone has its notices signed with that', async () => {
    const other = await app.newMerchant()
    const { merchantId, terminalId } = other
    const wanted = {
      provider: 'wallet-simulator',
      name: 'Key',
      settings: {},
      credentials: { api_key: new Secret(KEY) },
    }
    const { providerAccountId } = await createProviderAccount(app.gateway, 'test', merchantId, wanted)
    await changeTerminal(app.gateway, 'test', terminalId, { providerAccounts: [providerAccountId] })
    const { attemptId } = await openRedirect(other)
    expect(await send(attemptId, { key: null, to: providerAccountId, of: merchantId })).toBe(401)
    expect(await send(attemptId, { to: providerAccountId, of: merchantId })).toBe(204)
  })

  it('a provider that this gateway does not run is 404', async () => {
    const answer = await fetch(`${app.baseUrl}/provider-notices/bank-of-nowhere/${account}`, {
      method: 'POST',
      body: '{}',
    })
    expect(answer.status).toBe(404)
  })

  it('forged_notice: the forged one changes nothing, the right one behind it ends the payment', async () => {
    const { id, url, attemptId } = await openRedirect(merchant, WALLETA, {
      metadata: { simulate_fault: 'forged_notice' },
    })
    await press(url, 'APPROVED')
    await ended(id, attemptId)
  })

  it('after a rotation the key before counts too for a day, and no longer', async () => {
    const { attemptId } = await openRedirect(merchant)
    await changeProviderAccount(app.gateway, 'test', account, { credentials: { webhook_secret: new Secret(NEW_KEY) } })
    expect(await send(attemptId, { key: KEY })).toBe(204)
    expect(await send(attemptId, { key: NEW_KEY })).toBe(204)
    await app.database.sql`
      update provider_credentials set previous_until = now() where provider_account_id = ${account}`
    expect(await send(attemptId, { key: KEY })).toBe(401)
    expect(await send(attemptId, { key: NEW_KEY })).toBe(204)
  })

  it('a key that leaked is no longer valid from the answer on, on every process', async () => {
    const other = await app.newMerchant()
    const to = await signedAccount(other)
    const { attemptId } = await openRedirect(other)
    const processes = [app.baseUrl, await app.secondApi()]
    const byKey = async (key: string) => {
      const sent = { key, to, of: other.merchantId }
      return Promise.all(processes.map((at) => send(attemptId, { ...sent, at })))
    }
    await changeProviderAccount(app.gateway, 'test', to, { credentials: { webhook_secret: new Secret(NEW_KEY) } })
    expect(await byKey(KEY)).toEqual([204, 204])
    await changeProviderAccount(app.gateway, 'test', to, { revokePrevious: true })
    expect(await byKey(KEY)).toEqual([401, 401])
    expect(await byKey(NEW_KEY)).toEqual([204, 204])
  })
})
