import type { Sql } from '../connection/database.ts'

interface Place {
  readonly table: string
  /** The primary key; all of it is text. */
  readonly key: readonly string[]
  /** Further column that its values are bound to. */
  readonly owner?: string
  readonly column: string
}

/** All columns with such values, in the order of a rotation. */
export const WRAPPED_PLACES = {
  encryptionKeys: { table: 'encryption_keys', key: ['key_id'], owner: 'merchant_id', column: 'sealed_private_key' },
  signingKeys: { table: 'signing_keys', key: ['key_id'], column: 'sealed_jwk' },
  // The current secret first: a change meanwhile makes it the previous one.
  webhookSecrets: { table: 'webhook_endpoints', key: ['webhook_endpoint_id'], column: 'sealed_secret' },
  previousWebhookSecrets: {
    table: 'webhook_endpoints',
    key: ['webhook_endpoint_id'],
    column: 'sealed_previous_secret',
  },
  earlierWebhookSecrets: {
    table: 'webhook_endpoints',
    key: ['webhook_endpoint_id'],
    column: 'sealed_earlier_secrets',
  },
  providerCredentials: { table: 'provider_credentials', key: ['provider_account_id', 'name'], column: 'sealed_value' },
  previousProviderCredentials: {
    table: 'provider_credentials',
    key: ['provider_account_id', 'name'],
    column: 'sealed_previous',
  },
  firstAnswers: { table: 'idempotency_keys', key: ['merchant_id', 'method', 'path', 'key'], column: 'sealed_answer' },
  authenticationKeys: {
    table: 'authentication_secrets',
    key: ['merchant_id', 'transaction_id'],
    column: 'sealed_key',
  },
  walletKeys: { table: 'wallet_keys', key: ['key_id'], column: 'sealed_private_key' },
  totpSecrets: { table: 'totp_secrets', key: ['person_id'], column: 'sealed_secret' },
  mailLinks: { table: 'mails', key: ['mail_id'], column: 'sealed_link' },
  acquirerRequests: { table: 'acquirer_requests', key: ['attempt_id'], column: 'sealed_card' },
  dataKeys: { table: 'data_keys', key: ['merchant_id', 'key_id'], column: 'sealed_key' },
  merchantHashKeys: { table: 'merchant_hash_keys', key: ['merchant_id', 'purpose'], column: 'sealed_key' },
  // Last, because the start reads it: the new master key alone must then suffice.
  vaultKeys: { table: 'vault_keys', key: ['name'], column: 'sealed_key' },
} satisfies Record<string, Place>

export type WrappedKind = keyof typeof WRAPPED_PLACES

export const WRAPPED_KINDS = Object.keys(WRAPPED_PLACES) as readonly WrappedKind[]

export interface WrappedValue {
  readonly id: readonly string[]
  readonly sealed: Uint8Array
}

/** A wrapped value says which master key opens it: four bytes behind the version (`src/vault/master-key-storage.ts`). */
const underAnother = (column: string) => `substring(${column} from 2 for 4) <> decode($1, 'hex')`

/** Tables of the group, whose values are of no merchant. */
const SHARED: readonly string[] = ['signing_keys', 'totp_secrets', 'vault_keys', 'wallet_keys']

/**
 * Lists values under other master keys by primary key. @param after the last one seen; undefined to begin
 * @param merchantId only the values of this merchant, where they have one
 */
export async function listUnderOtherMasterKeys(
  sql: Sql,
  kind: WrappedKind,
  masterKeyId: string,
  after: readonly string[] | undefined,
  limit: number,
  merchantId?: string,
): Promise<WrappedValue[]> {
  const { table, key, owner, column }: Place = WRAPPED_PLACES[kind]
  const columns = owner === undefined ? key : [...key, owner]
  const bounds = key.map((_, place) => `$${place + 3}`)
  const ofMerchant = merchantId === undefined || SHARED.includes(table) ? [] : [merchantId]
  const only = ofMerchant.map(() => `and merchant_id = $${key.length + 3}`)
  return sql.unsafe<WrappedValue[]>(
    `select array[${columns}] as id, ${column} as sealed from ${table}
    where ${underAnother(column)} and (${key}) > (${bounds}) ${only} order by ${key} limit $2`,
    [masterKeyId, limit, ...key.map((_, place) => after?.[place] ?? ''), ...ofMerchant],
  )
}

export async function countWrappedUnderOthers(sql: Sql, kind: WrappedKind, masterKeyId: string): Promise<number> {
  const { table, column }: Place = WRAPPED_PLACES[kind]
  const [row] = await sql.unsafe<[{ count: number }]>(
    `select count(*)::int as count from ${table} where ${underAnother(column)}`,
    [masterKeyId],
  )
  return row.count
}

/** Replaces values with rewrapped ones, unless they changed. */
export async function replaceWrapped(
  sql: Sql,
  kind: WrappedKind,
  values: readonly (WrappedValue & { readonly fresh: Uint8Array })[],
): Promise<void> {
  const { table, key, column }: Place = WRAPPED_PLACES[kind]
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  const rows = values.map(({ id, sealed, fresh }) => ({ id, sealed: hex(sealed), fresh: hex(fresh) }))
  const isRow = key.map((name, place) => `kept.${name} = anew.id[${place + 1}]`).join(' and ')
  await sql.unsafe(
    `update ${table} kept set ${column} = decode(anew.fresh, 'hex')
    from json_to_recordset($1::json) as anew (id text[], sealed text, fresh text)
    where ${isRow} and kept.${column} = decode(anew.sealed, 'hex')`,
    [JSON.stringify(rows)],
  )
}
