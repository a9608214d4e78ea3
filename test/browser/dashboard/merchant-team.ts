import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { Secret } from '#domain/secret.ts'
import { openSession } from '#identity/people/dashboard-sessions.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import type { Role } from '#identity/permissions.ts'
import type { Database } from '#store/connection/database.ts'
import type { Demo } from '#test/gateway-process.ts'
import { connectMerchant, fetchToken, type HttpAnswer, type TestMerchant } from '#test/test-merchant.ts'
import { newPerson } from '#test/visitor.ts'

interface Place {
  readonly demo: Demo
  readonly sql: Database
}

/** A merchant of a test's own on the gateway that all browser tests share. */
export async function newMerchant({ demo }: Place): Promise<TestMerchant> {
  const operator = async (path: string, body: object) => (await asOperator(demo, 'POST', path, body)).body
  const made = await operator('/admin/merchants', { name: 'Harbour Tea' })
  const { terminal_id: terminalId } = await operator(`/admin/merchants/${made.merchant_id}/terminals`, { name: 'Shop' })
  return connectMerchant(demo.base_url, {
    merchantId: made.merchant_id,
    terminalId,
    publicKey: made.public_key,
    clientId: made.client_id,
    clientSecret: made.client_secret,
    clientKey: made.client_key,
  })
}

/** Calls the admin API as the demo's operator. */
export async function asOperator(demo: Demo, method: string, path: string, body?: object): Promise<HttpAnswer> {
  const { client_id: clientId, client_secret: clientSecret } = demo.operator
  const none = { merchantId: '', terminalId: '', publicKey: '' }
  const { call } = await connectMerchant(demo.base_url, { clientId, clientSecret, ...none })
  return call(method, path, { body })
}

/** Has the merchant's cards carried by these accounts of the card simulator, in this order. @returns their ids */
export async function routeCards(
  { demo }: Place,
  { merchantId, terminalId }: TestMerchant,
  ...settings: readonly Readonly<Record<string, unknown>>[]
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const [index, own] of settings.entries()) {
    const account = { provider: 'card-simulator', name: `Bank ${index + 1}`, settings: own }
    const made = await asOperator(demo, 'POST', `/admin/merchants/${merchantId}/provider-accounts`, account)
    ids.push(made.body.provider_account_id)
  }
  await asOperator(demo, 'PATCH', `/admin/terminals/${terminalId}`, { provider_accounts: ids })
  return ids
}

/** Pays this number of times, ten at a time. @returns the transactions' IDs, in no order */
export async function payTimes(
  merchant: TestMerchant,
  times: number,
  changes: (index: number) => Record<string, unknown> = () => ({}),
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let paid = 0; paid < times; paid += 10) {
    const some = Array.from({ length: Math.min(10, times - paid) }, (_, index) => paid + index)
    const answers = await Promise.all(some.map((index) => merchant.authorize(changes(index))))
    ids.push(...answers.map(({ body }) => body.result.id as string))
  }
  return ids
}

/** The ids of a list's rows, as they stand on the page. */
export function idsOn(page: Page, list: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('[data-list="${list}"] [data-id]')].map((row) => row.dataset.id)`)
}

/** True if a client's secret still buys tokens. */
export async function buysTokens({ demo }: Place, clientId: string, clientSecret: string): Promise<boolean> {
  return fetchToken(demo.base_url, clientId, clientSecret).then(Boolean, () => false)
}

/** Signs a new person with this role in. @returns the person's ID and password */
export async function signIn(
  context: BrowserContext,
  { demo, sql }: Place,
  role: Role,
  merchantId: string | null,
): Promise<{ readonly personId: string; readonly password: string }> {
  const password = `p4ss-${randomBytes(12).toString('hex')}`
  const { personId } = await newPerson({ sql }, role, merchantId, await hashPassword(new Secret(password)))
  const where = { personId, methods: ['pwd'], userAgent: 'test', address: '127.0.0.1' }
  const value = await openSession(sql, where, LIMITS)
  await context.addCookies([{ name: 'tollgate', value, url: demo.base_url, httpOnly: true, sameSite: 'Lax' }])
  return { personId, password }
}

const LIMITS = { realm: 'uat', dashboardIdleSeconds: 900, dashboardSessionSeconds: 3600 }

/** Has the merchant's card account fail from now on, as a host that resets connections. */
export async function breakCards({ demo }: Place, { merchantId }: TestMerchant): Promise<void> {
  const { body } = await asOperator(demo, 'GET', `/admin/merchants/${merchantId}/provider-accounts?limit=100`)
  const card = body.items.find(({ provider }: { provider: string }) => provider === 'card-simulator')
  const settings = { fault: 'connection_reset' }
  const { status } = await asOperator(demo, 'PATCH', `/admin/provider-accounts/${card.provider_account_id}`, {
    settings,
  })
  if (status !== 200) throw new Error(`The card account could not be broken: ${status}.`)
}
