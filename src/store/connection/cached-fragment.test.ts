import { expect, it } from 'vitest'
import { cachedFragment } from './cached-fragment.ts'
import type { Sql } from './sql.ts'

it('a constant part is made once for a database, and another one for another database', () => {
  const [one, other] = [() => undefined, () => undefined] as unknown as [Sql, Sql]
  const part = cachedFragment((sql) => ({ of: sql }))
  expect(part(one)).toEqual({ of: one })
  expect(part(other)).toEqual({ of: other })
  expect(part(one)).toBe(part(one))
  expect(part(one)).not.toBe(part(other))
})
