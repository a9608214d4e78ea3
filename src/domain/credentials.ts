import type { Secret } from './secret.ts'

/** How long a replaced secret, key or credential still works next to its successor, unless the rotation names another time. */
export const OVERLAP_SECONDS = 86_400

/** One credential of a provider account. Until its rotation is over the one before counts too. */
export interface Credential {
  readonly current: Secret<string>
  readonly previous: Secret<string> | null
}

/** Valid values of a credential: the current one and, during a rotation, the one before. */
export function valuesOf(credential: Credential | undefined): readonly string[] {
  return [credential?.current, credential?.previous].flatMap((value) => (value ? [value.reveal()] : []))
}

/** Credential as stored: Base64 of what the vault sealed. */
export interface SealedCredential {
  readonly sealed: string
  /** Null once the rotation is over. */
  readonly previous: string | null
  /** A keyed digest that tells which value it is. */
  readonly fingerprint: string
  /** ISO 8601, as PostgreSQL writes it. */
  readonly updatedAt: string
}

/** The credentials of an account by name, opened for one call. */
export type Credentials = Readonly<Record<string, Credential | undefined>>

/** Field for a credential: `label` says where the provider shows it. */
export interface CredentialField {
  readonly label: string
  readonly required: boolean
  /** Why a value cannot be this credential, or null; the value itself must not be part of it. */
  problemOf(value: string): string | null
}

/** The credentials that accounts with a provider have, by name. */
export type CredentialTable = Readonly<Record<string, CredentialField>>
