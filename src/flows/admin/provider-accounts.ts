import { problemsOfFees } from '#domain/fees.ts'
import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { type Page, type Position, pageOf } from '#domain/page.ts'
import { invalid, notFound, RequestError } from '#domain/problem.ts'
import {
  findAnyProviderAccount,
  insertProviderAccount,
  listProviderAccounts,
  updateProviderAccount,
} from '#store/merchants/provider-accounts.ts'
import type { Gateway } from '../gateway.ts'
import { change } from './change.ts'
import { showMerchant } from './merchants.ts'

type Settings = ProviderAccount['settings']

/**
 * @throws RequestError 404 for an unknown merchant, 422 for a provider this gateway does not run or settings it refuses
 */
export async function createProviderAccount(
  gateway: Gateway,
  actor: string,
  merchantId: string,
  wanted: { readonly provider: string; readonly name: string; readonly settings: Settings },
): Promise<ProviderAccount> {
  await showMerchant(gateway, merchantId)
  checkSettings(gateway, wanted.provider, wanted.settings)
  const providerAccountId = newId('acc')
  const { provider, name } = wanted
  const deed = {
    actor,
    action: 'provider-account.created',
    merchantId,
    subject: providerAccountId,
    changes: { provider, name },
  }
  return change(gateway, deed, (sql) => insertProviderAccount(sql, { ...wanted, providerAccountId, merchantId }))
}

/** @throws RequestError 404 */
export async function showProviderAccount(gateway: Gateway, id: string): Promise<ProviderAccount> {
  const account = await findAnyProviderAccount(gateway.sql, id)
  if (!account) throw notFound('provider account')
  return account
}

/** @throws RequestError 404 for an unknown merchant */
export async function showProviderAccounts(
  gateway: Gateway,
  merchantId: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<ProviderAccount & Position>> {
  await showMerchant(gateway, merchantId)
  const found = await listProviderAccounts(gateway.sql, merchantId, after, limit + 1)
  return pageOf(
    found.map((account) => ({ ...account, id: account.providerAccountId })),
    limit,
  )
}

/**
 * Settings may hold a provider's credentials, so the audit log names only which were set.
 * @throws RequestError 404, 422
 */
export async function changeProviderAccount(
  gateway: Gateway,
  actor: string,
  id: string,
  wanted: {
    readonly name?: string | undefined
    readonly status?: 'ACTIVE' | 'INACTIVE' | undefined
    readonly settings?: Settings | undefined
  },
): Promise<ProviderAccount> {
  const { merchantId, provider } = await showProviderAccount(gateway, id)
  checkSettings(gateway, provider, wanted.settings ?? {})
  const { settings, ...plain } = wanted
  const changes = { ...plain, ...(settings ? { settings: Object.keys(settings) } : {}) }
  const deed = { actor, action: 'provider-account.changed', merchantId, subject: id, changes }
  const changed = await change(gateway, deed, (sql) => updateProviderAccount(sql, id, wanted))
  if (!changed) throw notFound('provider account')
  return changed
}

function checkSettings(gateway: Gateway, name: string, settings: Settings): void {
  const provider = gateway.providers.get(name)
  if (!provider) throw invalid('provider', 'Use the name of a provider this gateway runs.', ...gateway.providers.keys())
  const problems = [...problemsOfFees(settings), ...provider.checkSettings(settings)]
  if (problems.length > 0) throw new RequestError('invalid', problems)
}
