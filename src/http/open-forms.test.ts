import { type TSchema, Type } from 'typebox'
import { expect, it } from 'vitest'
import { routesOf } from '#app/routes.ts'
import { builtInSignInRoutes } from '#dashboard/sign-in/built-in-routes.ts'
import { hasCardNumber } from '#domain/card-numbers-in-text.ts'
import { FreeText } from '#interface/types.ts'
import { typedCardNumbers } from './request/person-guard.ts'
import { validatorsFor } from './request/validate.ts'
import type { Route } from './route.ts'

// Forms that anyone may send without signing in.

const NOTHING = {} as never

const OPEN: readonly Route[] = [
  ...routesOf(NOTHING, NOTHING, { interactions: {} } as never),
  ...builtInSignInRoutes(NOTHING),
].filter(({ guard, body }) => (guard === 'open' || guard === 'client') && body)

interface Part extends TSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Part>>
  readonly patternProperties?: Readonly<Record<string, Part>>
  readonly anyOf?: readonly Part[]
  readonly items?: Part
}

/** Paths of the fields in which a text of any length fits. */
function unbounded(schema: Part, at: string): readonly string[] {
  const { type, anyOf = [], items, properties = {}, patternProperties = {} } = schema
  const isText = [type].flat().some((one) => one === 'string' || (one === undefined && anyOf.length === 0))
  const isBound = ['maxLength', 'enum', 'const'].some((keyword) => keyword in schema)
  const parts = Object.entries({ ...properties, ...patternProperties })
  return [
    ...(isText && !isBound ? [at] : []),
    ...(items && !('maxItems' in schema) ? [`${at}[]`] : []),
    ...[...anyOf, ...(items ? [items] : [])].flatMap((part) => unbounded(part, at)),
    ...parts.flatMap(([name, part]) => unbounded(part, `${at}.${name}`)),
  ]
}

it('every field of an open form has a maxLength', () => {
  expect(OPEN.length).toBeGreaterThan(15)
  expect(OPEN.flatMap(({ path, body }) => unbounded(body as Part, path))).toEqual([])
})

it('a free text without a bound is found', () => {
  expect(unbounded({ type: 'object', properties: { note: { type: 'string' } } } as never, 'form')).toEqual([
    'form.note',
  ])
})

/** Milliseconds of the fastest of five runs, of this process alone. */
function cost(act: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const { user } = process.cpuUsage()
    act()
    return process.cpuUsage().user - user
  })
  return Math.min(...runs) / 1000
}

it('a text that is too long is refused without a look for card numbers', () => {
  const text = '4111 1111 1111 1112 '.repeat(12_000)
  const kept = Type.Object({ note: FreeText({ maxLength: 255 }) })
  const looking = cost(() => hasCardNumber(text))
  const forms = [{ path: 'kept', body: kept }, ...OPEN]
  const fields = forms.flatMap(({ path, body }) =>
    Object.keys((body as Part).properties ?? {}).map((field) => ({ path, body: body!, field })),
  )
  const slow = fields.filter(({ body, field }) => {
    const validate = validatorsFor('uat').body(body)
    validate({ [field]: 'x' })
    return cost(() => validate({ [field]: text })) > looking / 3
  })
  expect(slow.map(({ path, field }) => `${path} ${field}`)).toEqual([])
  expect(typedCardNumbers({ name: text })).toMatchObject([
    { property: 'name', message: expect.stringContaining('60000') },
  ])
  expect(cost(() => typedCardNumbers({ name: text }))).toBeLessThan(looking / 3)
})
