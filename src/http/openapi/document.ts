import { STATUS_CODES } from 'node:http'
import type { TSchema } from 'typebox'
import { AccessErrorBody, ErrorBody } from '#interface/types.ts'
import { withNulls } from '../api/common/null-fields.ts'
import { MEDIA_TYPES } from '../request/received-body.ts'
import type { Route } from '../route.ts'
import { API_VERSION } from '../version.ts'
import { codeReference } from './code-reference.ts'
import { errorResponses, errorsOf, isRepeatable } from './errors.ts'
import { exampleOf } from './examples.ts'
import { createSchemaRegistry, type SchemaRegistry } from './schemas.ts'
import { type Tag, tagOf } from './tags.ts'
import { testValuesReference } from './test-values.ts'
import { type Addresses, isForeign, tokenPath } from './token-endpoint.ts'
import { webhooksOf } from './webhooks.ts'

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
    tags: [...new Set<Tag>(['Access', ...shown.map(({ tag }) => tag!)])].map(tagOf).concat(chaptersOf(shown)),
    paths: { ...token.paths, ...Object.fromEntries(operations) },
    webhooks,
    components: { schemas: registry.schemas, responses, securitySchemes: token.securitySchemes },
  }
}

/** Lists the chapters; those without operations come last, and test values need simulators. */
function chaptersOf(shown: readonly Route[]): object[] {
  const isTestRealm = shown.some(({ tag }) => tag === 'Simulators')
  const testValues = { name: 'Test cards and values', description: testValuesReference() }
  return [...(isTestRealm ? [testValues] : []), { name: 'Codes and errors', description: codeReference() }]
}

const INFO = {
  title: 'Tollgate',
  version: API_VERSION,
  description: 'A self-hosted payment gateway. Amounts are integers in minor units; names are in snake_case.',
  contact: { name: 'The operator of this gateway' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

function operationsOf(routes: readonly Route[], registry: SchemaRegistry, addresses: Addresses): object {
  return Object.fromEntries(
    routes.map((route) => [route.method.toLowerCase(), operationOf(route, registry, addresses)]),
  )
}

function operationOf(route: Route, registry: SchemaRegistry, addresses: Addresses): object {
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    description: route.description ?? `${route.summary}.`,
    security: route.guard === 'open' ? [] : [{ bearer: [] }, { oauth: isForeign(addresses) ? [] : [route.guard] }],
    parameters: parametersOf(route, registry),
    ...(route.body && {
      requestBody: { required: !route.bodyIsOptional, content: contentOf(route, route.body, registry) },
    }),
    responses: { ...answersOf(route, registry), ...errorsOf(route) },
  }
}

function contentOf({ takes, operation, method }: Route, body: TSchema, registry: SchemaRegistry): object {
  const kind = takes === 'stream' ? 'csv' : takes
  const mediaType = kind === 'form' || kind === 'csv' ? MEDIA_TYPES[kind] : MEDIA_TYPES.json
  const isWhole = (method === 'PUT' || method === 'POST') && mediaType === MEDIA_TYPES.json
  const shown = isWhole ? withNulls(body) : body
  const schema = registry.show(shown, `${capital(operation)}Request`)
  return { [mediaType]: { schema, example: exampleOf(body, operation) } }
}

function parametersOf(route: Route, registry: SchemaRegistry): object[] {
  return [
    ...fieldsOf(route.params, 'path', registry),
    ...fieldsOf(route.query, 'query', registry),
    ...(isRepeatable(route) ? [IDEMPOTENCY_KEY] : []),
    ...(route.ifMatch ? [IF_MATCH] : []),
  ]
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body within 24 hours get the first answer again, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The version that you have seen, in quotes.',
  schema: { type: 'string', pattern: '^"?[0-9]{1,9}"?$', examples: ['"7"'] },
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

const REDIRECT = {
  description: STATUS_CODES[303],
  headers: {
    Location: {
      description: 'URL at which the browser continues.',
      schema: { type: 'string', format: 'uri-reference' },
    },
  },
}

const UNKNOWN_FIELDS = {
  'Tollgate-Unknown-Fields': 'Fields of the request that nothing reads, such as `currncy, customer.frist_name`.',
}

function headersOf({ body, guard, answerHeaders }: Route): object {
  const described = Object.entries({ ...(body && guard !== 'open' && UNKNOWN_FIELDS), ...answerHeaders })
  if (described.length === 0) return {}
  const schema = { type: 'string' }
  return { headers: Object.fromEntries(described.map(([name, description]) => [name, { description, schema }])) }
}

/** Response for unlisted statuses, which browsers get as a page. */
const ANOTHER_PAGE = { $ref: '#/components/responses/500Page' }

function capital(operation = ''): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1)
}

function answersOf(route: Route, registry: SchemaRegistry): object {
  const { answers, takes, operation, gives = 'application/json' } = route
  if (takes === 'form') return { 303: REDIRECT, default: ANOTHER_PAGE }
  if (!answers) return { 204: { description: 'Done.' } }
  const described = Object.entries(answers).map(([status, schema]) => {
    const content = {
      schema: registry.show(schema, `${capital(operation)}Answer`),
      example: exampleOf(schema, operation),
    }
    return [
      status,
      {
        description: STATUS_CODES[status],
        ...headersOf(route),
        content: Object.fromEntries([gives].flat().map((mediaType) => [mediaType, content])),
      },
    ]
  })
  return Object.fromEntries(described)
}
