import type { Access, ApiAnswer, ApiRequest, Call } from '#providers/port/tools.ts'
import { callApi, UnknownOutcome } from '#providers/port/tools.ts'
import { API, authorized } from './translate/access.ts'

/** Calls Cashfree with an account. Every answer below 500 is a result. */
export type Cashfree = (call: Access & Partial<Call>, request: ApiRequest) => Promise<ApiAnswer>

/** @param origin without a trailing slash */
export function openCashfree(origin: string): Cashfree {
  return async (call, request) => {
    const [current, before] = authorized(request, call.credentials)
    const answer = await callApi(call, { ...API, origin }, current!)
    return answer.status === 401 && before ? callApi(call, { ...API, origin }, before) : answer
  }
}

/** @returns undefined if Cashfree does not know it */
export async function find(cashfree: Cashfree, call: Call, query: ApiRequest): Promise<unknown> {
  const { status, json } = await cashfree(call, query)
  if (status === 200) return json
  if (status === 404) return undefined
  throw new UnknownOutcome(`Cashfree answered ${status} to a question.`)
}
