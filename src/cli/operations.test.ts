import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { routesOf } from '#app/routes.ts'
import type { Route } from '#http/route.ts'

// The commands read these tables, because the routes themselves take seconds to load. `npx vitest run src/cli -u` writes them.

type Fields = Readonly<Record<string, TSchema & Readonly<Record<string, unknown>>>>

/** Keywords of a schema from which the command makes flags. */
const KEYWORDS = ['type', 'format', 'minimum', 'maximum', 'minItems', 'enum', 'default', 'description', 'examples']

function printOperations(routes: readonly Route[]): string {
  const callable = routes.filter(({ tag, guard }) => tag && (guard === 'merchant' || guard === 'operator'))
  const lines = callable.map((route) => `  ${JSON.stringify(route.operation)}: ${printOperation(route)}`)
  return `{\n${lines.sort().join(',\n')}\n}\n`
}

/** Operations whose query is the arguments of an assistant's tool. */
const OF_TOOLS = ['listTransactions', 'listDisputes', 'showPaymentAnalytics']

function printToolFields(routes: readonly Route[]): string {
  const lines = OF_TOOLS.map((name) => {
    const fields = fieldsOf(routes.find(({ operation }) => operation === name)!)
    return `  ${name}: ${JSON.stringify(fields)},`
  })
  return `import type { Properties } from './input.ts'

/** Query fields of operations; \`npx vitest run src/cli -u\` in the gateway's folder writes them. */
export const FIELDS: Readonly<Record<'${OF_TOOLS.join("' | '")}', Properties>> = {
${lines.join('\n')}
}
`
}

function printOperation(route: Route): string {
  const { method, path, guard, summary } = route
  return JSON.stringify({ method, path, guard, summary, fields: fieldsOf(route) })
}

function fieldsOf({ query, body }: Route): object {
  const parts = [query, body].map((part) => (part ?? {}) as { properties?: Fields; required?: readonly string[] })
  const fields = Object.entries(Object.assign({}, ...parts.map(({ properties }) => properties)) as Fields)
  const required = parts.flatMap((part) => part.required ?? [])
  return Object.fromEntries(fields.map(([name, schema]) => [name, pickKeywords(schema, required.includes(name))]))
}

function pickKeywords(schema: Fields[string], isRequired: boolean): object {
  const { enum: values } = { ...(schema.items as object | undefined), ...schema } as { enum?: readonly string[] }
  const kept = KEYWORDS.map((keyword) => [keyword, keyword === 'enum' ? values : schema[keyword]] as const)
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), ...(isRequired && { isRequired }) }
}

it('operations.json has every operation of merchants and operators, with the fields that the command needs', async () => {
  await expect(printOperations(routesOf(null, null))).toMatchFileSnapshot('operations.json')
})

it('the tools of an assistant take what their operations take', async () => {
  await expect(printToolFields(routesOf(null, null))).toMatchFileSnapshot('../../client/command/mcp/fields.ts')
})
