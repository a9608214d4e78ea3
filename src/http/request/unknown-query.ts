import type { Problem } from '#domain/problem.ts'
import { replaceUnstorable } from '#domain/storable-text.ts'
import type { Route } from '../route.ts'
import type { Validator } from './validate.ts'

/**
 * Rejects unknown parameters, because a misspelled filter would select everything
 * (docs/reference/requests.md#query-parameters). Pages accept any.
 */
export function unknownQuery({ guard, query }: Route): Validator {
  if (guard !== 'merchant' && guard !== 'operator') return () => []
  const known = Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
  const takes = known.length > 0 ? `it accepts ${known.join(', ')}` : 'it accepts none'
  return (given) =>
    Object.keys(given as object)
      .filter((name) => !known.includes(name))
      .map(
        (name): Problem => ({
          property: replaceUnstorable(name),
          message: `This operation has no such query parameter; ${takes}.`,
          params: [],
        }),
      )
}
