import { type ApiRequest, type Credentials, UnknownOutcome, valuesOf } from '#providers/port/tools.ts'

/** Fields of answers for the request log: no card data, no credentials, no free text. */
export const API = { requestIdHeader: 'x-request-id', keptOfAnswers: ['id', 'status', 'code'] }

/** Adds the account's credential to a request: the current one, then the previous one during a rotation. */
export function authorized(request: ApiRequest, credentials: Credentials): readonly ApiRequest[] {
  const keys = signingKeys(credentials)
  if (keys.length === 0) throw new UnknownOutcome('The account has no secret_key: store it.')
  return keys.map((key) => ({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } }))
}

/** Keys that verify a notice. */
export function signingKeys({ secret_key: key }: Credentials): readonly string[] {
  return valuesOf(key)
}
