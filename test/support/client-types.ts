import { execFileSync } from 'node:child_process'
import type { Document } from './openapi-document.ts'

const HEADING = `/**
 * Requests and responses of the API for merchants, and the events. Written from \`/openapi.json\` by
 * \`npx vitest run test/api/client -u\`. Amounts are minor units, times RFC 3339.
 */

`

/** Names in the client of schemas and queries that have others in the description. */
const NAMES: Readonly<Record<string, string>> = {
  MerchantClient: 'ApiClient',
  IssuedAPIClient: 'IssuedApiClient',
  CreateClientRequest: 'ApiClientRequest',
  ChangeClientRequest: 'ApiClientChanges',
  AddListEntryRequest: 'ListEntryRequest',
  AuthorizePaymentRequest: 'AuthorizeRequest',
  ChangeAppearanceRequest: 'AppearanceChanges',
  ChangePaymentLinkRequest: 'PaymentLinkChanges',
  ChangePaymentMethodRequest: 'PaymentMethodChanges',
  ChangeSessionRequest: 'SessionChanges',
  CreateErasureRequest: 'ErasureRequest',
  CreatePaymentLinkRequest: 'PaymentLinkRequest',
  CreatePaymentRequest: 'PaymentRequest',
  CreatePayoutRequest: 'PayoutRequest',
  CreateSessionRequest: 'SessionRequest',
  CreateViewAnswer: 'SavedView',
  ErrorItem: 'Problem',
  Event: 'StoredEvent',
  IssuedWebhookEndpoint: 'WebhookEndpointWithSecret',
  IssueSimulatedWalletTokenRequest: 'SimulatedWalletPayment',
  ListAuditLogQuery: 'AuditLogFilters',
  ListDisputesQuery: 'DisputeFilters',
  MoveSimulatedDisputeRequest: 'SimulatedDisputeMove',
  ListEventsQuery: 'EventFilters',
  ListListEntriesQuery: 'ListEntryFilters',
  ListPaymentLinksQuery: 'PaymentLinkFilters',
  ListPaymentMethodsQuery: 'PaymentMethodFilters',
  ListRequestFaultsQuery: 'FaultFilters',
  ListRequestsQuery: 'RequestFilters',
  ListSessionsQuery: 'SessionFilters',
  ListSettlementDaysQuery: 'SettlementFilters',
  ManageTransactionRequest: 'ManageRequest',
  OwnProviderAccount: 'ProviderAccount',
  OwnTerminal: 'Terminal',
  PaymentsByValue: 'PaymentGroup',
  RedeliverFailedEventsRequest: 'FailedDeliveries',
  ReviewTransactionRequest: 'ReviewDecision',
  SaveRulesRequest: 'RulesToSave',
  ShowTeamAnswer: 'Team',
  TransactionStatus: 'StatusAnswer',
}

/** Lists of any kind are `List` in the client, and positions in them a `Page`. */
const OF_LISTS = ['items', 'next_cursor', 'previous_cursor']
const OF_PAGES = ['limit', 'cursor']

const BETWEEN_ALIASES = /(^export type \w+ = [\w.]+(?:<[^\n]+>)?)\n\n(?=export type \w+ = [\w.]+(?:<[^\n]+>)?$)/gm

/** TypeScript of every schema that an operation of merchants or an event uses, and of the parameters of each query. */
export function clientTypes(document: Document): string {
  const text = HEADING + [...declarations(document).values()].join('\n\n').replaceAll(BETWEEN_ALIASES, '$1\n')
  const args = ['node_modules/.bin/biome', 'format', '--stdin-file-path=client/schema.ts']
  return execFileSync(process.execPath, args, { input: text, encoding: 'utf8' })
}

/** Enums with a name in the client, by a field that has them. */
const ENUMS: Readonly<Record<string, readonly [schema: string, field: string]>> = {
  Permission: ['MerchantClient', 'permissions'],
  EventType: ['WebhookEndpoint', 'event_types'],
  ListedKind: ['ListEntry', 'kind'],
  DisputeStatus: ['Dispute', 'status'],
  DisputeStage: ['Dispute', 'stage'],
}

/** The document with each enum of `ENUMS` as a schema to refer to, also where further values are allowed. */
function withNamedEnums(document: Document): Document {
  const { schemas } = document.components
  const named = Object.entries(ENUMS).map(([name, [schema, field]]) => {
    const { items, ...own } = schemas[schema].properties[field]
    return [name, (items ?? own).enum as readonly unknown[]] as const
  })
  const replaced: Document = JSON.parse(JSON.stringify(document), (_key, part: Document) => {
    const values: readonly unknown[] = Array.isArray(part?.enum) ? part.enum : []
    const [name, own = []] = named.find(([, own]) => own.every((value) => values.includes(value))) ?? []
    if (name === undefined) return part
    const { enum: _, ...rest } = part
    const further = values.filter((value) => !own.includes(value)).map((value) => ({ const: value }))
    return { ...rest, anyOf: [{ $ref: `#/components/schemas/${name}` }, ...further] }
  })
  Object.assign(replaced.components.schemas, Object.fromEntries(named.map(([name, own]) => [name, { enum: own }])))
  return replaced
}

interface Declaration {
  readonly schema: Document
  readonly comment: string
}

/** Declarations by their names: schemas in the order in which operations use them, events, queries. */
function declarations(described: Document): Map<string, string> {
  const { paths, webhooks, components } = withNamedEnums(described)
  const all = new Map<string, Declaration>()
  const add = schemaAdder(all, components.schemas)
  for (const { address, operation } of merchantOperations(paths)) {
    add(operation.requestBody, `Body of ${address}.`)
    for (const status of [200, 201]) add(operation.responses[status], `Response of ${address}.`)
  }
  const events = Object.values<Document>(webhooks).map(({ post }) => post.requestBody)
  for (const event of events) add(event)
  const queries = new Map([...queriesOf(paths)].map(([name, schema]) => [name, { schema, comment: '' }]))
  const subscribed = declareEvents(events.flatMap(namesIn), components.schemas)
  return new Map([...printAll(all, LEAST_SHARED), ...subscribed, ...printAll(queries, 1)])
}

/** The `id` comes in a header, and beside the body from `verifyWebhook`. */
const EVENT_OF = `/** An event with its payload. */
export interface EventOf<Type, Payload> {
/** \`webhook-id\`, the same on every attempt. */
readonly id: string
readonly event: Type
readonly payload: Payload
}`

function declareEvents(names: readonly string[], schemas: Document): Map<string, string> {
  const comment = commentOf('An event that a webhook endpoint can subscribe to.')
  const events = names.map((name) => {
    const { event, payload } = schemas[name].properties
    return [name, `export type ${name} = EventOf<${printed(event)}, ${printed(payload)}>`] as const
  })
  const subscribed = ['SubscribedEvent', `${comment}export type SubscribedEvent = ${names.join(' | ')}`] as const
  return new Map([['EventOf', EVENT_OF], ...events, subscribed])
}

/** Schemas that share fewer fields have them by chance. */
const LEAST_SHARED = 8

function printAll(all: ReadonlyMap<string, Declaration>, leastShared: number): Map<string, string> {
  return new Map([...all].map(([name, each]) => [name, declareSchema(name, each, all, leastShared)]))
}

/** An alias of a schema with the same fields, or an interface that extends the largest part of it. A record extends no request. */
function declareSchema(
  name: string,
  { schema, comment }: Declaration,
  all: ReadonlyMap<string, Declaration>,
  leastShared: number,
): string {
  const fields = fieldsOf(schema)
  const earlier = [...all.keys()].slice(0, [...all.keys()].indexOf(name))
  const isBase = (other: string, own: ReadonlyMap<string, string>) =>
    own.size >= leastShared &&
    (isRequest(name) || !isRequest(other)) &&
    (own.size < fields.size || earlier.includes(other)) &&
    [...own].every(([field, part]) => fields.get(field) === part)
  const bases = [...all].map(([other, { schema }]) => [other, fieldsOf(schema)] as const)
  const [base, own] = bases.filter(([other, own]) => isBase(other, own)).sort((a, b) => b[1].size - a[1].size)[0] ?? []
  if (base === undefined) return declared(name, schema, comment)
  if (own!.size === fields.size) return `${commentOf(schema.description ?? comment)}export type ${name} = ${base}`
  const rest = Object.entries(schema.properties).filter(([field]) => !own!.has(field))
  return declared(`${name} extends ${base}`, { ...schema, properties: Object.fromEntries(rest) }, comment)
}

const isRequest = (name: string) => name.endsWith('Request')

/** Fields of a schema as texts, to compare them. */
function fieldsOf({ properties = {}, required = [] }: Document): Map<string, string> {
  const text = ([field, part]: [string, Document]) => JSON.stringify([required.includes(field), part])
  return new Map(Object.entries<Document>(properties).map((each) => [each[0], text(each)]))
}

/** @returns adds the schemas that a part of the document refers to, and those they refer to */
function schemaAdder(all: Map<string, Declaration>, schemas: Document) {
  return function add(part: Document, comment = ''): void {
    for (const name of namesIn(part)) {
      const schema = schemas[name]
      const isList = schema.type === 'object' && hasOnly(schema, OF_LISTS) && schema.properties.items?.items.$ref
      if (all.has(nameOf(name))) continue
      if (!isList) all.set(nameOf(name), { schema, comment })
      add(schema.properties ?? {}, isList ? comment.replace('Response', 'Item of the response') : '')
    }
  }
}

function queriesOf(paths: Document): Map<string, Document> {
  const queries = new Map<string, Document>()
  for (const { address, operation } of merchantOperations(paths)) {
    const query = queryOf(operation, address)
    const name = nameOf(`${capital(operation.operationId)}Query`)
    if (!hasOnly(query, OF_PAGES)) queries.set(name, query)
    else if (!hasOnly(query, [])) queries.set('Page', { ...query, description: 'Part of a list, newest first.' })
  }
  return queries
}

function merchantOperations(paths: Document) {
  const operations = Object.entries<Document>(paths).flatMap(([path, item]) =>
    Object.entries<Document>(item).map(([method, operation]) => {
      return { address: `\`${method.toUpperCase()} ${path}\``, operation }
    }),
  )
  return operations.filter(({ operation }) =>
    operation.security?.some(({ oauth }: Document) => oauth?.includes('merchant')),
  )
}

function hasOnly({ properties = {} }: Document, fields: readonly string[]): boolean {
  return Object.keys(properties).every((field) => fields.includes(field))
}

function queryOf({ parameters = [] }: Document, address: string): Document {
  const query = parameters.filter((parameter: Document) => parameter.in === 'query')
  const required = query.filter((parameter: Document) => parameter.required).map(({ name }: Document) => name)
  const properties = Object.fromEntries(query.map(({ name, schema }: Document) => [name, schema]))
  return { type: 'object', description: `Query of ${address}.`, properties, required }
}

function namesIn(schema: Document): string[] {
  return [...JSON.stringify(schema ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
}

function declared(name: string, schema: Document, comment = ''): string {
  const shape = printed(schema)
  const declaration = shape.startsWith('{') ? `interface ${name} ${shape}` : `type ${name} = ${shape}`
  return `${commentOf(schema.description ?? comment)}export ${declaration}`
}

function printed(schema: Document): string {
  const { $ref, const: only, enum: values, anyOf, oneOf = anyOf, type, items } = schema
  if ($ref) return nameOf($ref.split('/').at(-1))
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.map((value: unknown) => JSON.stringify(value)).join(' | ')
  if (oneOf) return oneOf.map(printed).join(' | ')
  if (Array.isArray(type)) return type.map((each) => printed({ ...schema, type: each })).join(' | ')
  if (type === 'array') return `readonly (${printed(items)})[]`
  if (type === 'object') return printedObject(schema)
  if (type === 'integer') return schema.format === 'int64' ? 'bigint' : 'number'
  return type ?? 'unknown'
}

function printedObject({ properties, required = [], additionalProperties, patternProperties = {} }: Document): string {
  const [entry = additionalProperties] = Object.values<Document>(patternProperties)
  if (entry) return `Readonly<Record<string, ${printed(entry)}>>`
  const fields = Object.entries<Document>(properties ?? {})
  if (fields.length === 0) return 'Readonly<Record<string, never>>'
  const lines = fields.map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${commentOf(field.description ?? '')}readonly ${name}${mark}: ${printed(field)}`
  })
  return `{\n${lines.join('\n')}\n}`
}

/** A line of at most 100 characters, or several. */
function commentOf(text: string): string {
  const lines = text.match(/.{1,100}(?= |$)/g) ?? []
  if (lines.length < 2) return text && `/** ${text} */\n`
  return `/**\n${lines.map((line) => ` * ${line.trim()}\n`).join('')} */\n`
}

function nameOf(schema: string): string {
  return NAMES[schema] ?? schema
}

function capital(operation: string): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1)
}
