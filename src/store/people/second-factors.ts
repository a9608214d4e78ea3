import type { Sql } from '../connection/database.ts'
import { first, isOne } from '../shape/results.ts'

export interface TotpSecret {
  readonly sealedSecret: Uint8Array
  readonly isConfirmed: boolean
}

export interface Factors {
  readonly hasTotp: boolean
  readonly passkeys: number
  readonly recoveryCodes: number
}

export async function findFactors(sql: Sql, personId: string): Promise<Factors> {
  const [row] = await sql<[Factors]>`
    select exists (select from totp_secrets where person_id = ${personId} and confirmed_at is not null) as "hasTotp",
      (select count(*)::int from passkeys where person_id = ${personId}) as passkeys,
      (select count(*)::int from recovery_codes where person_id = ${personId}) as "recoveryCodes"`
  return row
}

export function putUnconfirmedTotp(sql: Sql, personId: string, sealedSecret: Uint8Array): Promise<boolean> {
  return isOne(sql`
    insert into totp_secrets as t (person_id, sealed_secret) values (${personId}, ${sealedSecret})
    on conflict (person_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()
    where t.confirmed_at is null`)
}

export function findTotp(sql: Sql, personId: string): Promise<TotpSecret | undefined> {
  return first(sql<TotpSecret[]>`
    select sealed_secret as "sealedSecret", confirmed_at is not null as "isConfirmed"
    from totp_secrets where person_id = ${personId}`)
}

/** Accepts a code of this time step and confirms the secret. @returns true only for the first of its step */
export function consumeTotpStep(sql: Sql, personId: string, step: number): Promise<boolean> {
  return isOne(sql`
    update totp_secrets set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
    where person_id = ${personId} and last_step < ${step}`)
}

export async function deleteTotp(sql: Sql, personId: string): Promise<void> {
  await sql`delete from totp_secrets where person_id = ${personId}`
}

export async function replaceRecoveryCodes(sql: Sql, personId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await sql`delete from recovery_codes where person_id = ${personId}`
  for (const hash of hashes) {
    await sql`insert into recovery_codes (code_hash, person_id) values (${hash}, ${personId})`
  }
}

/** @returns whether it was there: a code works once */
export function consumeRecoveryCode(sql: Sql, personId: string, hash: Uint8Array): Promise<boolean> {
  return isOne(sql`delete from recovery_codes where code_hash = ${hash} and person_id = ${personId}`)
}
