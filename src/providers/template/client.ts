import type { Access, ApiAnswer, ApiRequest, Call } from '#providers/port/tools.ts'
import { callApi, getText, UnknownOutcome } from '#providers/port/tools.ts'
import { API, authorized } from './translate/access.ts'

/** Calls the provider with an account; during a rotation, again with the previous credential. */
export type Template = (call: Access & Partial<Call>, request: ApiRequest) => Promise<ApiAnswer>

/** @param origin without a trailing slash */
export function openTemplate(origin: string): Template {
  return async (call, request) => {
    const [current, previous] = authorized(request, call.credentials)
    const answer = await callApi(call, { ...API, origin }, current!)
    return answer.status === 401 && previous ? callApi(call, { ...API, origin }, previous) : answer
  }
}

/** Creates a charge or a refund. @throws UnknownOutcome for any status but 200 */
export async function create(template: Template, call: Call, request: ApiRequest): Promise<unknown> {
  return committed(call, await template(call, request))
}

/** Finds a charge or a refund; undefined for 404. @throws UnknownOutcome for any other status but 200 */
export async function find(template: Template, call: Call, query: ApiRequest): Promise<unknown> {
  const answer = await template(call, query)
  return answer.status === 404 ? undefined : committed(call, answer)
}

/** Commits the provider's ID. */
async function committed(call: Call, { status, json }: ApiAnswer): Promise<unknown> {
  if (status !== 200) throw new UnknownOutcome(`The provider answered ${status}.`)
  const reference = getText(json, 'id')
  if (reference !== undefined) await call.rememberReference(reference)
  return json
}
