import { expect, test } from 'vitest'
import { routesOf } from '#app/routes.ts'
import { validatorsFor } from './validate.ts'

// A schema is compiled when its first value comes, so a mistake in one would wait for a merchant's request.
const SCHEMAS = routesOf(null, null).flatMap(({ method, path, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${part} of ${method} ${path}`, schema] as const] : [],
  ),
)

test.each(SCHEMAS)('the schema of the %s can be compiled', (_, schema) => {
  const { body, text } = validatorsFor('production')
  for (const compile of [body, text]) expect(() => compile(schema)({})).not.toThrow()
})

// Compiling takes longer than a payment, and the compiler forgets nothing that it has compiled.
test('a schema is compiled once for all who judge by it', () => {
  const [, schema] = SCHEMAS[0]!
  expect(validatorsFor('production').body(schema)).toBe(validatorsFor('production').body(schema))
  expect(validatorsFor('uat').body(schema)).not.toBe(validatorsFor('production').body(schema))
})
