import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#domain/actor.ts'
import type { AuditAction } from '#domain/audit-actions.ts'
import { OVERLAP_SECONDS } from '#domain/credentials.ts'
import { newClientId } from '#domain/ids.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
import { hashSecret, newSecret, rotateClientSecret } from '#identity/issue-client.ts'
import type { ClientChange, NewClient } from '#interface/client.ts'
import type { Sql } from '#store/connection/database.ts'
import {
  type ApiClient,
  findApiClient,
  insertApiClient,
  listApiClients,
  updateApiClient,
} from '#store/merchants/api-clients.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { listMadeClients, lockTree } from '#store/merchants/client-tree.ts'
import { type ClientLimits, findFirstClient } from '#store/merchants/clients.ts'
import { pagedOfMerchant, showMerchant } from '../admin/merchants.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { checkMaker, checkNewClient, checkTerms } from './checks.ts'
import { Credential } from './credential.ts'
import { checkReach, type Reach, WITHOUT_LIMITS } from './reach.ts'

export type { ApiClient }

/** Client with its secret; null if an external identity provider has it. */
export interface IssuedClient {
  readonly client: ApiClient
  readonly credential: Credential | null
}

/** Actor that manages clients, with its own limits. */
export interface Manager {
  readonly actor: Actor
  readonly reach: Reach
}

/**
 * Creates a narrow client (docs/reference/clients.md#the-client).
 * @throws RequestError 404 for an unknown merchant, `invalid`, `not-permitted` for a client beyond the manager's reach
 */
export async function createClient(
  gateway: Gateway,
  { actor, reach }: Manager,
  merchantId: string,
  wanted: NewClient,
): Promise<IssuedClient> {
  const limits = withDefaults(wanted, reach)
  checkReach(reach, limits)
  // Until it has limits here, an external client may do everything.
  if (wanted.externalClientId) checkReach(reach, WITHOUT_LIMITS)
  const secret = newSecret()
  const id = wanted.externalClientId ?? newClientId()
  const createdBy = typeof actor !== 'string' && actor.kind === 'merchant' ? actor.id : null
  const created = { ...limits, id, merchantId, name: wanted.name, createdBy, secretHash: hashSecret(secret.reveal()) }
  const changes = { name: wanted.name, ...limits, expiresAt: auditedTime(limits) }
  const deed = { actor, action: 'client.created' as const, merchantId, subject: id, changes }
  const client = await withAuditEntry(gateway, deed, async (sql) => {
    if (createdBy !== null) await checkMaker(sql, merchantId, createdBy)
    await checkNewClient(gateway, sql, merchantId, { ...limits, externalClientId: wanted.externalClientId ?? null })
    const inserted = await insertApiClient(sql, created)
    if (!inserted) throw invalid('external_client_id', 'This client has its limits already; change them.')
    return inserted
  })
  return { client, credential: gateway.settings.isBuiltInSignIn ? new Credential(secret, client) : null }
}

/** Undefined is the creator's limit, null is none. */
function withDefaults(wanted: NewClient, reach: Reach): ClientLimits {
  const { terminalIds = reach?.terminalIds, allowedAddresses = reach?.allowedAddresses } = wanted
  const { expiresAt = reach?.expiresAt } = wanted
  return {
    permissions: wanted.permissions,
    terminalIds: terminalIds ?? null,
    allowedAddresses: allowedAddresses ?? null,
    expiresAt: expiresAt ?? null,
  }
}

/** Newest first, with the client created with the merchant. */
export const showClients = pagedOfMerchant(listApiClients)

/** @throws RequestError 404, also for another merchant's */
export async function showClient({ sql }: Gateway, merchantId: string, id: string): Promise<ApiClient> {
  return orNotFound(await findApiClient(sql, merchantId, id), 'client')
}

/**
 * Changes a client. The change applies to its next call on every process.
 * @throws RequestError 404, `invalid` also for a limit of the client created with the merchant, `not-permitted`
 */
export async function changeClient(
  gateway: Gateway,
  manager: Manager,
  merchantId: string,
  id: string,
  { includeCreated = false, ...change }: ClientChange,
): Promise<ApiClient> {
  if (includeCreated && change.status !== 'DISABLED') {
    throw invalid('include_created', 'Send it with status DISABLED.', 'DISABLED')
  }
  return gateway.sql.begin(async (sql) => {
    if (includeCreated) await lockTree(sql, merchantId, id)
    const changed = await changeOne(sql, manager, merchantId, id, change)
    const made = includeCreated ? await listMadeClients(sql, merchantId, id) : []
    for (const { id: madeId } of made.filter(({ status }) => status === 'ACTIVE')) {
      await changeOne(sql, manager, merchantId, madeId, { status: 'DISABLED' })
    }
    return changed
  })
}

async function changeOne(sql: Sql, { actor, reach }: Manager, merchantId: string, id: string, change: ClientChange) {
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const client = orNotFound(await findApiClient(sql, merchantId, id, { lock: true }), 'client')
  checkReach(reach, client)
  const changed: ApiClient = { ...client, ...changes }
  checkReach(reach, changed)
  await checkTerms(sql, client, change)
  if (isDeepStrictEqual(changed, client)) return client
  const after = await updateApiClient(sql, changed)
  const audited = { before: auditedOf(client), after: auditedOf(after) }
  const deed = { actor, action: 'client.changed' as const, merchantId, subject: id, changes: audited }
  await insertAuditEntry(sql, deed)
  return after
}

function auditedOf(client: ApiClient) {
  const { name, status, permissions, terminalIds, allowedAddresses } = client
  const limits = { permissions, terminal_ids: terminalIds, allowed_addresses: allowedAddresses }
  return { name, status, ...limits, expires_at: auditedTime(client) }
}

function auditedTime({ expiresAt }: Pick<ClientLimits, 'expiresAt'>): string | null {
  return expiresAt?.toISOString() ?? null
}

/** The previous secret works for `overlapSeconds`. @throws RequestError 404, 422 for an external client, `not-permitted` */
export async function rotateSecret(
  gateway: Gateway,
  { actor, reach }: Manager,
  merchantId: string,
  id: string,
  overlapSeconds = OVERLAP_SECONDS,
  action: AuditAction = 'client.secret-rotated',
): Promise<IssuedClient> {
  if (!gateway.settings.isBuiltInSignIn) throw invalid('', SECRETS_ARE_ELSEWHERE)
  const changes = overlapSeconds > 0 ? { overlapSeconds } : {}
  return withAuditEntry(gateway, { actor, action, merchantId, subject: id, changes }, async (sql: Sql) => {
    checkReach(reach, orNotFound(await findApiClient(sql, merchantId, id, { lock: true }), 'client'))
    const { clientSecret } = await rotateClientSecret(sql, id, merchantId, overlapSeconds)
    const client = orNotFound(await findApiClient(sql, merchantId, id), 'client')
    return { client, credential: new Credential(clientSecret, client) }
  })
}

/** For the client created with the merchant. @throws RequestError as `rotateSecret` */
export async function rotateFirstSecret(
  gateway: Gateway,
  manager: Manager,
  merchantId: string,
  overlapSeconds?: number,
): Promise<IssuedClient> {
  await showMerchant(gateway, merchantId)
  if (!gateway.settings.isBuiltInSignIn) throw invalid('', SECRETS_ARE_ELSEWHERE)
  const { clientId } = orNotFound(await findFirstClient(gateway.sql, merchantId), 'client')
  return rotateSecret(gateway, manager, merchantId, clientId, overlapSeconds, 'merchant.client-secret-rotated')
}

const SECRETS_ARE_ELSEWHERE = 'Tokens are issued by an external identity provider (AUTH_URL); rotate the secret there.'
