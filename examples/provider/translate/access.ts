import type { ApiRequest, Credentials, Tools } from '@tollgate/provider'

/** Fields of answers for the request log: no card data, no credentials, no free text. */
export const API = { requestIdHeader: 'x-request-id', keptOfAnswers: ['id', 'status', 'code'] }

/** Adds the account's credential to a request: the current one, then the previous one during a rotation. */
export function authorized(tools: Tools, request: ApiRequest, credentials: Credentials): readonly ApiRequest[] {
  const keys = signingKeys(tools, credentials)
  if (keys.length === 0) throw new tools.UnknownOutcome('The account has no secret_key: store it.')
  return keys.map((key) => ({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } }))
}

/** Keys that verify a notice. */
export function signingKeys(tools: Tools, { secret_key: key }: Credentials): readonly string[] {
  return tools.valuesOf(key)
}
