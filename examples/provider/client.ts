import type { Access, ApiAnswer, ApiRequest, Call, Tools } from '@tollgate/provider'
import { API, authorized } from './translate/access.ts'

/** The provider's API, with the tools of the gateway. */
export interface Api {
  readonly tools: Tools
  /** Calls with an account; during a rotation, again with the previous credential. */
  send(call: Access & Partial<Call>, request: ApiRequest): Promise<ApiAnswer>
}

/** @param origin without a trailing slash */
export function openApi(tools: Tools, origin: string): Api {
  return {
    tools,
    async send(call, request) {
      const [current, previous] = authorized(tools, request, call.credentials)
      const answer = await tools.callApi(call, { ...API, origin }, current!)
      return answer.status === 401 && previous ? tools.callApi(call, { ...API, origin }, previous) : answer
    },
  }
}

/** Creates a charge or a refund. @throws UnknownOutcome for any status but 200 */
export async function create(api: Api, call: Call, request: ApiRequest): Promise<unknown> {
  return committed(api, call, await api.send(call, request))
}

/** Finds a charge or a refund; undefined for 404. @throws UnknownOutcome for any other status but 200 */
export async function find(api: Api, call: Call, query: ApiRequest): Promise<unknown> {
  const answer = await api.send(call, query)
  return answer.status === 404 ? undefined : committed(api, call, answer)
}

/** Commits the provider's ID. */
async function committed({ tools }: Api, call: Call, { status, json }: ApiAnswer): Promise<unknown> {
  if (status !== 200) throw new tools.UnknownOutcome(`The provider answered ${status}.`)
  const reference = tools.getText(json, 'id')
  if (reference !== undefined) await call.rememberReference(reference)
  return json
}
