import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { AppearanceBody } from './appearance.ts'
import { ListLineSchema } from './list-entry.ts'
import { MerchantChangeBody } from './merchant.ts'
import { ProviderAccountBody, ProviderAccountChangeBody } from './provider-account.ts'
import { RuleSetBody } from './rule.ts'
import { TerminalChangeBody } from './terminal.ts'
import { Name, NullableString, nullable, nullableList } from './types.ts'
import { WebhookEndpointBody, WebhookEndpointChangeBody } from './webhook-endpoint.ts'

// A merchant's configuration by names, which mean the same at another gateway (docs/reference/configuration.md).

/** Most terminals, accounts or endpoints of a merchant in a configuration. */
export const MOST_OF_A_KIND = 500

/** Object without other fields: a misspelled one would silently change nothing. */
function closed<P extends TProperties>(title: string, properties: P) {
  return Type.Object(properties, { title, additionalProperties: false })
}

const some = <S extends TSchema>(item: S) => Type.Optional(Type.Array(item, { maxItems: MOST_OF_A_KIND }))

const { revoke_previous: _, credentials, ...account } = ProviderAccountChangeBody.properties

const Credentials = Type.Unsafe<Readonly<Record<string, string | null>>>({
  ...credentials,
  additionalProperties: { type: ['string', 'null'], minLength: 1, maxLength: 8192 },
  description: 'Values by name; null keeps the stored value. Responses have null only.',
})

const AccountPart = closed('Configured provider account', {
  provider: ProviderAccountBody.properties.provider,
  ...account,
  name: Name,
  credentials: Type.Optional(Credentials),
})

const AccountName = Type.String({
  maxLength: 400,
  description: 'Provider and name of an account.',
  examples: ['adyen/Main'],
})

const TerminalPart = closed('Configured terminal', {
  ...TerminalChangeBody.properties,
  name: Name,
  provider_accounts: Type.Optional(nullableList(Type.Array(AccountName, { maxItems: 200 }))),
})

const EndpointPart = closed('Configured webhook endpoint', {
  url: WebhookEndpointBody.properties.url,
  terminal: Type.Optional(
    nullable(Type.String({ maxLength: 255, description: 'Name of its terminal; null for all terminals.' })),
  ),
  status: WebhookEndpointChangeBody.properties.status,
  event_types: WebhookEndpointChangeBody.properties.event_types,
})

const RulesPart = Type.Optional(
  Type.Unsafe<unknown>({
    ...RuleSetBody.properties.rules,
    description: 'As in `PUT /api/rules/{kind}`, with names of accounts; the field `terminal` has names of terminals.',
  }),
)

const EntriesPart = Type.Optional(
  Type.Array(closed('Configured list entry', ListLineSchema.properties), {
    description: 'Without values of persons: cards, emails, customer IDs and single IP addresses.',
  }),
)

/** Configuration in requests, where a missing part stays as it is, and in responses, which have all. */
export const MerchantConfiguration = closed('Merchant configuration', {
  ...MerchantChangeBody.properties,
  name: Name,
  appearance: Type.Optional(closed('Configured appearance', AppearanceBody.properties)),
  provider_accounts: some(AccountPart),
  terminals: some(TerminalPart),
  webhook_endpoints: some(EndpointPart),
  rules: Type.Optional(closed('Configured rules', { risk: RulesPart, routing: RulesPart })),
  lists: Type.Optional(closed('Configured lists', { block: EntriesPart, allow: EntriesPart })),
})

export type MerchantConfiguration = Static<typeof MerchantConfiguration>

export const ConfigurationBody = Type.Object({
  merchant: MerchantConfiguration,
  prune: Type.Optional(
    Type.Boolean({ description: 'true: also deactivates or removes what the given lists do not contain.' }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'true: only shows the changes; nothing is saved.' })),
})

const Change = Type.Object(
  {
    change: Type.Enum(['CREATED', 'CHANGED', 'REMOVED']),
    kind: Type.String({ examples: ['provider account'] }),
    name: Type.String(),
    fields: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['country'] }),
        before: Type.Unknown({ examples: ['RO'] }),
        after: Type.Unknown({ examples: ['SE'] }),
      }),
    ),
  },
  { title: 'Configuration change' },
)

export type ConfigurationChange = Static<typeof Change>

const Issued = Type.Object({
  kind: Type.String({ examples: ['webhook endpoint'] }),
  name: Type.String(),
  client_id: Type.Optional(Type.String()),
  secret: Type.String({ description: 'Of a new merchant or webhook endpoint. You will not see it again.' }),
})

export const ConfigurationResult = Type.Object(
  {
    merchant_id: NullableString,
    changes: Type.Array(Change, { description: 'Each has an entry in the audit log.' }),
    issued: Type.Array(Issued),
  },
  { title: 'Configuration result', description: '`merchant_id` of a new merchant is null in a dry run.' },
)
