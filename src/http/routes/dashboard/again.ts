import type { Static, TSchema } from 'typebox'
import { type Problem, RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { FieldProblem } from '../../pages/dashboard/parts/form.ts'
import { validatorsFor } from '../../request/validate.ts'
import type { Answer } from '../../route.ts'

/** What a form means, judged as the API judges it. @throws RequestError `invalid` */
export function judged<S extends TSchema>({ settings }: Gateway, schema: S, value: object): Static<S> {
  const problems = validatorsFor(settings.realm).body(schema)(value)
  if (problems.length > 0) throw new RequestError('invalid', problems)
  return value as Static<S>
}

/** Does what a form asks for; where that is refused, shows the form again with what is wrong. */
export async function orAgain(
  act: () => Promise<Answer>,
  again: (problems: readonly FieldProblem[]) => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof RequestError && error.kind === 'invalid') return again(error.problems.map(toField))
    throw error
  }
}

/** Names the field of a form; parts of a list stand in one. */
export function toField({ property, message }: Problem): FieldProblem {
  const [field = '', ...rest] = property.split('.')
  return { field, message: rest.length > 0 ? `${rest.join('.')}: ${message}` : message }
}
