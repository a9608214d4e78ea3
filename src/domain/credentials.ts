import type { Secret } from './secret.ts'

/** How long a replaced secret, key or credential still works next to its successor, unless the rotation names another time. */
export const OVERLAP_SECONDS = 86_400

/** Credential of a provider account. During its rotation the previous value is valid too. */
export interface Credential {
  readonly current: Secret<string>
  readonly previous: Secret<string> | null
}

/** Valid values: the current one and, during a rotation, the previous one. */
export function valuesOf(credential: Credential | undefined): readonly string[] {
  return [credential?.current, credential?.previous].flatMap((value) => (value ? [value.reveal()] : []))
}

/** Credential as stored: Base64 of what the vault sealed. */
export interface SealedCredential {
  readonly sealed: string
  /** Null once the rotation is over. */
  readonly previous: string | null
  /** Keyed digest that identifies the value. */
  readonly fingerprint: string
  /** ISO 8601, as PostgreSQL writes it. */
  readonly updatedAt: string
}

/** Decrypted credentials of an account by name, for one call. */
export type Credentials = Readonly<Record<string, Credential | undefined>>

/** Field for a credential; `label` names the place where the provider shows it. */
export interface CredentialField {
  readonly label: string
  readonly required: boolean
  /** Reason why a value cannot be this credential, or null; must not include the value. */
  problemOf(value: string): string | null
}

export type CredentialTable = Readonly<Record<string, CredentialField>>
