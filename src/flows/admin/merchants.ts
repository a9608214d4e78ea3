import type { Actor } from '#domain/actor.ts'
import { OVERLAP_SECONDS } from '#domain/credentials.ts'
import { newClientKey, newId } from '#domain/ids.ts'
import type { Position } from '#domain/page.ts'
import { orNotFound, problem, RequestError } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { issueClient } from '#identity/issue-client.ts'
import type { Sql } from '#store/connection/database.ts'
import { insertEncryptionKey, listDecryptionKeys, retireOlderKeys } from '#store/keys/encryption-keys.ts'
import { claimNames } from '#store/merchants/claims.ts'
import { listClientIds } from '#store/merchants/clients.ts'
import {
  findMerchant,
  insertMerchant,
  listMerchants,
  type MerchantChange,
  type MerchantRecord,
  updateMerchant,
} from '#store/merchants/merchants.ts'
import { applyAdminChange } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { paged } from '../paged.ts'
import { openSimulatorAccounts } from './simulator-accounts.ts'

export interface MerchantWithAccess extends MerchantRecord {
  readonly clientId: string | null
  /** PEM, SPKI, RSA 2048. */
  readonly publicKey: string | null
}

/** Creates a merchant with client, keys and, if simulators run, accounts (docs/reference/admin.md#merchants). */
export async function createMerchant(
  gateway: Gateway,
  actor: Actor,
  wanted: MerchantChange,
): Promise<MerchantWithAccess & { readonly clientSecret: Secret<string> | null }> {
  const merchantId = newId('mer')
  const key = await gateway.vault.createEncryptionKey(merchantId)
  const deed = { actor, action: 'merchant.created' as const, merchantId, subject: merchantId, changes: { ...wanted } }
  return applyAdminChange(gateway, deed, async (sql) => {
    const merchant = await insertMerchant(sql, { ...wanted, merchantId, clientKey: clientKeyIn(gateway) })
    await claimOwnNames(gateway, sql, merchantId, wanted)
    const client = await clientOf(gateway, sql, merchantId)
    await insertEncryptionKey(sql, key)
    await openSimulatorAccounts(gateway, sql, merchantId)
    return { ...merchant, ...client, publicKey: key.publicKey }
  })
}

/** @throws RequestError 404 */
export async function showMerchant(gateway: Gateway, merchantId: string): Promise<MerchantWithAccess> {
  const merchant = orNotFound(await findMerchant(gateway.sql, merchantId), 'merchant')
  const [clientIds, keys] = await Promise.all([
    listClientIds(gateway.sql, merchantId),
    listDecryptionKeys(gateway.sql, merchantId),
  ])
  return { ...merchant, clientId: clientIds[0] ?? null, publicKey: keys[0]?.publicKey ?? null }
}

export const showMerchants = paged(listMerchants)

/** As `paged`, of a merchant. @throws RequestError 404 for an unknown one */
export function pagedOfMerchant<T extends Position>(
  list: (sql: Sql, merchantId: string, after: Position | undefined, limit: number) => Promise<readonly T[]>,
) {
  const read = paged(list)
  return async (gateway: Gateway, merchantId: string, after: Position | undefined, limit: number) => {
    await showMerchant(gateway, merchantId)
    return read(gateway, merchantId, after, limit)
  }
}

/** @throws RequestError 404, 422 for a client or wallet recipient that another merchant lists */
export async function changeMerchant(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  wanted: MerchantChange,
): Promise<MerchantWithAccess> {
  await showMerchant(gateway, merchantId)
  const deed = { actor, action: 'merchant.changed' as const, merchantId, subject: merchantId, changes: { ...wanted } }
  const change = async (sql: Sql) => {
    await claimOwnNames(gateway, sql, merchantId, wanted)
    return updateMerchant(sql, merchantId, wanted)
  }
  await applyAdminChange(gateway, deed, change, { find: (sql) => findMerchant(sql, merchantId) })
  return showMerchant(gateway, merchantId)
}

/** No secret if tokens are issued elsewhere. */
async function clientOf({ settings }: Gateway, sql: Sql, merchantId: string) {
  if (!settings.isBuiltInSignIn) return { clientId: null, clientSecret: null }
  return issueClient(sql, { merchantId, scopes: ['merchant'] })
}

/** The previous private key decrypts for a day. @throws RequestError 404 */
export async function rotateEncryptionKey(gateway: Gateway, actor: Actor, merchantId: string): Promise<string> {
  await showMerchant(gateway, merchantId)
  const key = await gateway.vault.createEncryptionKey(merchantId)
  const deed = { actor, action: 'merchant.encryption-key-rotated' as const, merchantId, subject: key.keyId }
  await applyAdminChange(gateway, deed, async (sql) => {
    await insertEncryptionKey(sql, key)
    await retireOlderKeys(sql, merchantId, OVERLAP_SECONDS)
  })
  return key.publicKey
}

/** Rejects clients and wallet recipients that another merchant or an operator has. @throws RequestError 422 */
async function claimOwnNames(
  { settings }: Gateway,
  sql: Sql,
  merchantId: string,
  { externalClientIds, walletRecipients }: MerchantChange,
) {
  const clients = await claimNames(sql, 'external_clients', merchantId, externalClientIds)
  const recipients = await claimNames(sql, 'wallet_recipients', merchantId, walletRecipients)
  const problems = [
    ...problemsOf('external_client_ids', externalClientIds, (id) =>
      settings.operatorClientIds.includes(id) ? OPERATORS : clients.includes(id) && TAKEN,
    ),
    ...problemsOf('wallet_recipients', walletRecipients, (id) => recipients.includes(id) && RECIPIENT_TAKEN),
  ]
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

function problemsOf(field: string, names: readonly string[] = [], messageFor: (name: string) => string | false) {
  return names.flatMap((name, index) => {
    const message = messageFor(name)
    return message ? [problem(`${field}.${index}`, message)] : []
  })
}

const OPERATORS = 'This client is an operator (OPERATOR_CLIENT_IDS); use a client of the merchant.'
const TAKEN = 'Another merchant uses this client; a client can belong to one merchant only.'
const RECIPIENT_TAKEN = 'Another merchant has this recipient; a recipient can belong to one merchant only.'

function clientKeyIn({ settings }: Gateway): string {
  return newClientKey(settings.realm === 'uat' ? 'test' : 'live')
}
