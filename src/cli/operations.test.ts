import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { routesOf } from '#app/routes.ts'
import type { Route } from '#http/route.ts'

// The command reads this table, because the routes themselves take seconds to load. `npx vitest run src/cli -u` writes it.

type Fields = Readonly<Record<string, TSchema & Readonly<Record<string, unknown>>>>

/** Keywords of a schema from which the command makes flags. */
const KEYWORDS = ['type', 'format', 'minimum', 'maximum', 'minItems', 'enum', 'default', 'description', 'examples']

function printOperations(routes: readonly Route[]): string {
  const callable = routes.filter(({ tag, guard }) => tag && (guard === 'merchant' || guard === 'operator'))
  const lines = callable.map((route) => `  ${JSON.stringify(route.operation)}: ${printOperation(route)}`)
  return `{\n${lines.sort().join(',\n')}\n}\n`
}

function printOperation({ method, path, guard, summary, query, body }: Route): string {
  const parts = [query, body].map((part) => (part ?? {}) as { properties?: Fields; required?: readonly string[] })
  const fields = Object.entries(Object.assign({}, ...parts.map(({ properties }) => properties)) as Fields)
  const required = parts.flatMap((part) => part.required ?? [])
  const shown = Object.fromEntries(
    fields.map(([name, schema]) => [name, pickKeywords(schema, required.includes(name))]),
  )
  return JSON.stringify({ method, path, guard, summary, fields: shown })
}

function pickKeywords(schema: Fields[string], isRequired: boolean): object {
  const { enum: values } = { ...(schema.items as object | undefined), ...schema } as { enum?: readonly string[] }
  const kept = KEYWORDS.map((keyword) => [keyword, keyword === 'enum' ? values : schema[keyword]] as const)
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), ...(isRequired && { isRequired }) }
}

it('operations.json has every operation of merchants and operators, with the fields that the command needs', async () => {
  await expect(printOperations(routesOf(null, null))).toMatchFileSnapshot('operations.json')
})
