import { type Static, Type } from 'typebox'
import type { MerchantCaller } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'
import { clientMay } from '../../request/client-limits.ts'

const ActionResult = Type.Object(
  { id: Type.String(), status: Type.String() },
  { title: 'Action result', description: 'For a client that may not read the object.' },
)

/** Answer of an action: the object, or its ID and status (docs/reference/clients.md#permissions). */
export const answerOrResult = <T extends Parameters<typeof Type.Union>[0][number]>(record: T) =>
  Type.Union([record, ActionResult])

export function viewOrResult<T extends Static<typeof ActionResult>>(
  caller: MerchantCaller,
  needed: Permission,
  view: T,
): T | Static<typeof ActionResult> {
  return clientMay(caller, needed) ? view : { id: view.id, status: view.status }
}
