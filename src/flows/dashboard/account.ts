import type { Actor } from '#domain/actor.ts'
import type { AuditAction } from '#domain/audit-actions.ts'
import { invalid } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { LOCKED } from '#identity/people/judge-secret.ts'
import { beginPasskeyRegistration, finishPasskeyRegistration } from '#identity/people/passkey-registration.ts'
import { checkNewPassword, checkNotUsedBefore } from '#identity/people/password-rules.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { beginTotp, newRecoveryCodes, pendingTotp, removeTotp, verifyTotp } from '#identity/people/second-factor.ts'
import { checkPassword } from '#identity/people/sign-in.ts'
import type { Sql } from '#store/connection/database.ts'
import {
  deleteSessionOf,
  deleteSessionsOf,
  type ListedSession,
  listDashboardSessions,
} from '#store/people/dashboard-sessions.ts'
import { deletePasskey, listPasskeys, type Passkey } from '#store/people/passkeys.ts'
import { renamePerson, replacePassword } from '#store/people/people.ts'
import { type Factors, findFactors } from '#store/people/second-factors.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'

export interface Account {
  readonly factors: Factors
  readonly passkeys: readonly Passkey[]
  readonly sessions: readonly ListedSession[]
}

export interface AccountOwner {
  readonly caller: PersonCaller
  readonly actor: Actor
}

export async function showAccount({ sql, settings }: Gateway, { personId }: PersonCaller): Promise<Account> {
  const [factors, passkeys, sessions] = await Promise.all([
    findFactors(sql, personId),
    listPasskeys(sql, personId),
    listDashboardSessions(sql, personId, settings.dashboardIdleSeconds),
  ])
  return { factors, passkeys, sessions }
}

export async function changeName(gateway: Gateway, owner: AccountOwner, name: string): Promise<void> {
  const chosen = name.trim()
  if (chosen === '') throw invalid('name', 'Enter a name.')
  await noted(gateway, owner, 'person.renamed', (sql) => renamePerson(sql, owner.caller.personId, chosen))
}

/** Signs every other browser out. @throws RequestError `invalid` on `current_password` or `password` */
export async function changePassword(
  gateway: Gateway,
  owner: AccountOwner,
  { current, wanted, browser }: { current: Secret<string>; wanted: Secret<string>; browser: string | undefined },
): Promise<void> {
  const { personId, email, name, merchantName, sessionId } = owner.caller
  checkNewPassword(wanted, [email, name, merchantName])
  const { outcome } = await checkPassword(gateway.sql, { email, password: current, browser })
  if (outcome === 'locked') throw invalid('current_password', LOCKED)
  if (outcome !== 'right') throw invalid('current_password', 'Wrong current password.')
  await checkNotUsedBefore(gateway.sql, personId, wanted)
  const hash = await hashPassword(wanted)
  await noted(gateway, owner, 'person.password-changed', async (sql) => {
    await replacePassword(sql, personId, hash)
    await deleteSessionsOf(sql, personId, sessionId)
  })
}

/** Begins to set an authenticator app up. @throws RequestError `invalid` if there is one */
export async function addTotp(gateway: Gateway, { caller }: AccountOwner): Promise<void> {
  const secret = await beginTotp(gateway, caller.personId)
  if (secret === undefined) throw invalid('', 'You already have an authenticator app. Remove it before adding another.')
}

/** Secret for the app during its setup. */
export function shownTotp(gateway: Gateway, { personId }: PersonCaller): Promise<string | undefined> {
  return pendingTotp(gateway, personId)
}

/** Requires codes from now on. @returns ten recovery codes; undefined if the code is wrong */
export async function confirmTotp(
  gateway: Gateway,
  owner: AccountOwner,
  code: string,
): Promise<readonly string[] | undefined> {
  const { personId } = owner.caller
  if (!(await verifyTotp(gateway, personId, code))) return undefined
  return noted(gateway, owner, 'person.totp-added', (sql) => newRecoveryCodes(sql, personId))
}

export async function dropTotp(gateway: Gateway, owner: AccountOwner): Promise<void> {
  await noted(gateway, owner, 'person.totp-removed', (sql) => removeTotp(sql, owner.caller.personId))
}

export function renewRecoveryCodes(gateway: Gateway, owner: AccountOwner): Promise<readonly string[]> {
  return noted(gateway, owner, 'person.recovery-codes-renewed', (sql) => newRecoveryCodes(sql, owner.caller.personId))
}

/** Options for a new passkey, as JSON. @param origin of the dashboard in this browser */
export function offerPasskey({ sql }: Gateway, { caller }: AccountOwner, origin: string): Promise<string> {
  return beginPasskeyRegistration(sql, origin, caller)
}

/** @throws RequestError `invalid` if the browser's response is invalid */
export async function addPasskey(
  gateway: Gateway,
  owner: AccountOwner,
  origin: string,
  { name, answer }: { readonly name: string; readonly answer: string },
): Promise<void> {
  const named = name.trim() || 'Passkey'
  if (!(await finishPasskeyRegistration(gateway.sql, origin, owner.caller, named, answer))) {
    throw invalid('', 'The passkey could not be added. Try again.')
  }
  await noted(gateway, owner, 'person.passkey-added', async () => undefined)
}

export async function dropPasskey(gateway: Gateway, owner: AccountOwner, credentialId: string): Promise<void> {
  await noted(gateway, owner, 'person.passkey-removed', (sql) =>
    deletePasskey(sql, owner.caller.personId, credentialId),
  )
}

export async function endOwnSession(gateway: Gateway, owner: AccountOwner, sessionId: string): Promise<void> {
  await noted(gateway, owner, 'person.session-ended', (sql) => deleteSessionOf(sql, owner.caller.personId, sessionId))
}

function noted<T>(
  gateway: Gateway,
  { caller: { merchantId, personId: subject }, actor }: AccountOwner,
  action: AuditAction,
  act: (sql: Sql) => Promise<T>,
): Promise<T> {
  return withAuditEntry(gateway, { actor, action, merchantId, subject, changes: {} }, act)
}
