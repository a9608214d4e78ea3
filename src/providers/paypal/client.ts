import { type Access, type ApiAnswer, type ApiRequest, type Call, callApi, pause } from '#providers/port/tools.ts'
import { openTokens } from './tokens.ts'
import { API, authorized } from './translate/access.ts'
import { isInProgress } from './translate/faults.ts'

/** Calls PayPal with an account. Every answer below 500 is a result, even the 401 of a refused token. */
export type PayPal = (call: Access & Partial<Call>, request: ApiRequest) => Promise<ApiAnswer>

/** Pause before a request with a key in progress is repeated; it grows. */
const PAUSE_MS = 300
const LONGEST_PAUSE_MS = 2000
const TOO_SLOW = 'PayPal processed the same request for longer than there was time.'

/** @param origin without a trailing slash */
export function openPayPal(origin: string): PayPal {
  const tokens = openTokens(origin)

  async function ask(call: Access & Partial<Call>, request: ApiRequest): Promise<ApiAnswer> {
    const token = await tokens.tokenFor(call)
    if ('status' in token) return token
    const answer = await callApi(call, { ...API, origin }, authorized(request, token))
    if (answer.status === 401) tokens.forget(token)
    return answer
  }

  return async (call, request) => {
    for (let attempts = 1; ; attempts += 1) {
      const answer = await ask(call, request)
      const isTokenOld = answer.status === 401 && attempts === 1
      if (!isTokenOld && !isInProgress(answer)) return answer
      if (!isTokenOld) await pause(Math.min(PAUSE_MS * attempts, LONGEST_PAUSE_MS), call.signal, TOO_SLOW)
    }
  }
}
