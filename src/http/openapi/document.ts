import { STATUS_CODES } from 'node:http'
import type { TSchema } from 'typebox'
import { AccessErrorBody, ErrorBody } from '../contract/types.ts'
import type { Route } from '../route.ts'
import { codeReference } from './code-reference.ts'
import { errorResponses, errorsOf, isRepeatable } from './errors.ts'
import { createSchemaRegistry, type SchemaRegistry } from './schemas.ts'
import { type Addresses, isForeign, tokenPath } from './token-endpoint.ts'
import { webhooksOf } from './webhooks.ts'

/**
 * The OpenAPI 3.1 document, drawn from the same table of routes that serves the requests
 * (docs/reference/running.md#health-and-figures).
 */
export function openApiDocument(routes: readonly Route[], addresses: Addresses): object {
  const registry = createSchemaRegistry()
  const shown = routes.filter(({ tag }) => tag !== undefined)
  const paths = Map.groupBy(shown, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  const operations = [...paths].map(([path, here]) => [path, operationsOf(here, registry, addresses)])
  const responses = errorResponses(registry.show(ErrorBody), registry.show(AccessErrorBody))
  const token = tokenPath(addresses)
  const webhooks = webhooksOf(registry)
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: addresses.baseUrl }],
    tags: [...[...new Set(['Access', ...shown.map(({ tag }) => tag)])].map((name) => ({ name })), CODES],
    paths: { ...token.paths, ...Object.fromEntries(operations) },
    webhooks,
    components: { schemas: registry.schemas, responses, securitySchemes: token.securitySchemes },
  }
}

/** A chapter without operations, after all others. */
const CODES = { name: 'Codes and errors', description: codeReference() }

const INFO = {
  title: 'Tollgate',
  version: '1.0.0',
  description: 'A self-hosted payment gateway. Amounts are integers in minor units; names are in snake_case.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

function operationsOf(routes: readonly Route[], registry: SchemaRegistry, addresses: Addresses): object {
  return Object.fromEntries(
    routes.map((route) => [route.method.toLowerCase(), operationOf(route, registry, addresses)]),
  )
}

function operationOf(route: Route, registry: SchemaRegistry, addresses: Addresses): object {
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/\W+/g, '_')}`,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: route.guard === 'open' ? [] : [{ bearer: [] }, { oauth: isForeign(addresses) ? [] : [route.guard] }],
    parameters: parametersOf(route, registry),
    ...(route.body && { requestBody: { required: true, content: contentOf(route, route.body, registry) } }),
    responses: { ...answersOf(route, registry), ...errorsOf(route) },
  }
}

function contentOf({ takes }: Route, body: TSchema, registry: SchemaRegistry): object {
  const mediaType = takes === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return { [mediaType]: { schema: registry.show(body) } }
}

function parametersOf(route: Route, registry: SchemaRegistry): object[] {
  return [
    ...fieldsOf(route.params, 'path', registry),
    ...fieldsOf(route.query, 'query', registry),
    ...(isRepeatable(route) ? [IDEMPOTENCY_KEY] : []),
  ]
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body within 24 hours get the first answer again, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function fieldsOf(schema: TSchema | undefined, place: string, registry: SchemaRegistry): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Fields
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: registry.show(field),
  }))
}

interface Fields {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
}

/** Forms are posted by browsers, which are redirected. */
const REDIRECT = {
  description: STATUS_CODES[303],
  headers: {
    Location: { description: 'Where the browser goes on.', schema: { type: 'string', format: 'uri-reference' } },
  },
}

function answersOf({ answers, method, takes, gives = 'application/json' }: Route, registry: SchemaRegistry): object {
  if (takes === 'form') return { 303: REDIRECT }
  if (!answers) return { [method === 'DELETE' ? 204 : 200]: { description: 'Done.' } }
  const described = Object.entries(answers).map(([status, schema]) => [
    status,
    { description: STATUS_CODES[status], content: { [gives]: { schema: registry.show(schema) } } },
  ])
  return Object.fromEntries(described)
}
