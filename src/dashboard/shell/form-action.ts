import type { Static, TSchema } from 'typebox'
import { RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { validatorsFor } from '#http/request/validate.ts'

/** Reads a form as the API reads a body. @throws RequestError `invalid` */
export function validated<S extends TSchema>({ settings }: Gateway, schema: S, value: object): Static<S> {
  const problems = validatorsFor(settings.realm).body(schema)(value)
  if (problems.length > 0) throw new RequestError('invalid', problems)
  return value as Static<S>
}
