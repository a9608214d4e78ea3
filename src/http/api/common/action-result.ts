import { type Static, Type } from 'typebox'

const ActionResult = Type.Object(
  { id: Type.String(), status: Type.String() },
  { title: 'Action result', description: 'For a client that may not read the object.' },
)

/** Schema of an action: the object, or its ID and status (docs/reference/clients.md#permissions). */
export const answerOrResult = <T extends Parameters<typeof Type.Union>[0][number]>(record: T) =>
  Type.Union([record, ActionResult])

/** Shows an object only to a caller that may read it. */
export function viewOrResult<T extends Static<typeof ActionResult>>(mayRead: boolean, view: T) {
  return mayRead ? view : { id: view.id, status: view.status }
}
