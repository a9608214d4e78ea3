import { OVERLAP_SECONDS } from '#domain/credentials.ts'
import type { Sql } from '../connection/database.ts'

/** Credential, sealed by the vault, with a hint that identifies it. */
export interface NewCredential {
  readonly name: string
  readonly sealed: Uint8Array
  readonly fingerprint: string
}

/** Stores credentials. An unchanged value keeps its date and its previous value. */
export async function putCredentials(
  sql: Sql,
  merchantId: string,
  accountId: string,
  credentials: readonly NewCredential[],
): Promise<void> {
  for (const { name, sealed, fingerprint } of credentials) {
    await sql`
      insert into provider_credentials as kept (provider_account_id, name, merchant_id, sealed_value, fingerprint)
      values (${accountId}, ${name}, ${merchantId}, ${sealed}, ${fingerprint})
      on conflict (provider_account_id, name) do update set
        sealed_previous = kept.sealed_value, previous_until = now() + make_interval(secs => ${OVERLAP_SECONDS}),
        sealed_value = excluded.sealed_value, fingerprint = excluded.fingerprint, updated_at = clock_timestamp()
      where kept.fingerprint <> excluded.fingerprint`
  }
}

/** Invalidates previous values of an account on commit; every process reloads them. */
export async function revokePreviousCredentials(sql: Sql, merchantId: string, accountId: string): Promise<void> {
  await sql`
    update provider_credentials set sealed_previous = null, previous_until = null
    where merchant_id = ${merchantId} and provider_account_id = ${accountId} and sealed_previous is not null`
}

export async function purgeOldCredentials(sql: Sql): Promise<void> {
  await sql`
    update provider_credentials set sealed_previous = null, previous_until = null where previous_until <= now()`
}

/** The credentials of an account as JSON, for the columns of `provider_accounts`. */
export const CREDENTIALS_OF_ACCOUNT = `(
  select coalesce(jsonb_object_agg(name, jsonb_build_object(
    'sealed', encode(sealed_value, 'base64'), 'fingerprint', fingerprint, 'updatedAt', updated_at,
    'previous', case when previous_until > now() then encode(sealed_previous, 'base64') end)), '{}')
  from provider_credentials own where own.provider_account_id = provider_accounts.provider_account_id
)`
