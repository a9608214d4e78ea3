import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Sql } from '#store/connection/database.ts'
import {
  consumePayload,
  deletePayload,
  deletePayloadsOfGrant,
  findPayload,
  upsertPayload,
} from '#store/people/identity-payloads.ts'
import { SIGN_IN_SECONDS } from './provider-settings.ts'

/** Storage of the OpenID provider, shared by all processes. */
export function payloadAdapter(sql: Sql, model: string): Adapter {
  return {
    upsert: (id, payload, seconds) =>
      upsertPayload(sql, { model, id, payload, grantId: payload.grantId ?? null }, seconds ?? SIGN_IN_SECONDS),
    find: async (id) => {
      const kept = await findPayload(sql, { model, id })
      return kept && ({ ...kept.payload, ...(kept.consumedAt && { consumed: true }) } as AdapterPayload)
    },
    consume: async (id) => void (await consumePayload(sql, { model, id })),
    destroy: (id) => deletePayload(sql, { model, id }),
    revokeByGrantId: (grantId) => deletePayloadsOfGrant(sql, grantId),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  }
}

/** Storage without sign-ins: every code request asks, so that only the dashboard's session must end. */
export const NO_MEMORY: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
}
