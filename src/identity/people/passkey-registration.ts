import type { Sql } from '#store/connection/database.ts'
import { deletePayload, findPayload, upsertPayload } from '#store/people/identity-payloads.ts'
import type { PersonCaller } from '../caller.ts'
import { addPasskey, registrationOptions } from './passkeys.ts'
import { SIGN_IN_SECONDS } from './provider-settings.ts'

const keyOf = ({ sessionId }: PersonCaller) => ({ model: 'PasskeyOffer', id: sessionId })

/** Options for the browser as JSON; stores their challenge with the session. */
export async function beginPasskeyRegistration(sql: Sql, baseUrl: string, caller: PersonCaller): Promise<string> {
  const { options, challenge } = await registrationOptions(sql, baseUrl, caller)
  await upsertPayload(sql, { ...keyOf(caller), payload: { challenge }, grantId: null }, SIGN_IN_SECONDS)
  return options
}

/** @returns true if the browser's response is valid and the passkey stored */
export async function finishPasskeyRegistration(
  sql: Sql,
  baseUrl: string,
  caller: PersonCaller,
  name: string,
  answer: string,
): Promise<boolean> {
  const kept = await findPayload(sql, keyOf(caller))
  const { challenge } = (kept?.payload ?? {}) as { readonly challenge?: string }
  if (challenge === undefined) return false
  await deletePayload(sql, keyOf(caller))
  return addPasskey(sql, baseUrl, { personId: caller.personId, name, challenge, answer })
}
