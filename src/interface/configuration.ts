import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { LISTS } from '#domain/list-entry.ts'
import { RULE_KINDS } from '#domain/rules/rule.ts'
import { AppearanceBody } from './appearance.ts'
import { ListLineSchema } from './list-entry.ts'
import { MerchantChangeBody } from './merchant.ts'
import { ProviderAccountBody, ProviderAccountChangeBody } from './provider-account.ts'
import { RuleSetBody } from './rule.ts'
import { TerminalChangeBody } from './terminal.ts'
import { Name, nullable, nullableList } from './types.ts'
import { WebhookEndpointBody, WebhookEndpointChangeBody } from './webhook-endpoint.ts'

// A merchant's configuration by names, which mean the same at another gateway (docs/reference/configuration.md).

/** Most terminals, accounts or endpoints of a merchant in a configuration. */
export const MOST_OF_A_KIND = 500

/** Object without other fields: a misspelled one would silently change nothing. */
function closed<P extends TProperties>(properties: P, options: { title?: string; description?: string } = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

const some = <S extends TSchema>(item: S) => Type.Optional(Type.Array(item, { maxItems: MOST_OF_A_KIND }))

const AccountName = Type.String({
  maxLength: 400,
  description: 'Provider and name of an account.',
  examples: ['adyen/Main'],
})

const { revoke_previous: _, credentials, ...account } = ProviderAccountChangeBody.properties
const Credentials = Type.Unsafe<Readonly<Record<string, string | null>>>({
  ...credentials,
  additionalProperties: { type: ['string', 'null'], minLength: 1, maxLength: 8192 },
  description: 'Values by name; null keeps the stored value. Responses have null only.',
})
const AccountPart = closed(
  {
    provider: ProviderAccountBody.properties.provider,
    ...account,
    name: Name,
    credentials: Type.Optional(Credentials),
  },
  { title: 'Configured provider account' },
)

const TerminalPart = closed(
  {
    ...TerminalChangeBody.properties,
    name: Name,
    provider_accounts: Type.Optional(nullableList(Type.Array(AccountName, { maxItems: 200 }))),
  },
  { title: 'Configured terminal' },
)

const EndpointPart = closed(
  {
    url: WebhookEndpointBody.properties.url,
    terminal: Type.Optional(
      nullable(Type.String({ maxLength: 255, description: 'Name of its terminal; null for all terminals.' })),
    ),
    status: WebhookEndpointChangeBody.properties.status,
    event_types: WebhookEndpointChangeBody.properties.event_types,
  },
  { title: 'Configured webhook endpoint' },
)

const EntryPart = closed(ListLineSchema.properties, { title: 'Configured list entry' })

const RulesPart = Type.Unsafe<unknown>({
  ...RuleSetBody.properties.rules,
  description: 'As in `PUT /api/rules/{kind}`, with names of accounts; the field `terminal` has names of terminals.',
})

const each = <N extends string, S extends TSchema>(names: readonly N[], part: S) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(part)])) as {
    [K in N]: ReturnType<typeof Type.Optional<S>>
  }

export const MerchantConfiguration = closed(
  {
    ...MerchantChangeBody.properties,
    name: Name,
    appearance: Type.Optional(closed(AppearanceBody.properties, { title: 'Configured appearance' })),
    provider_accounts: some(AccountPart),
    terminals: some(TerminalPart),
    webhook_endpoints: some(EndpointPart),
    rules: Type.Optional(closed(each(RULE_KINDS, RulesPart), { title: 'Configured rules' })),
    lists: Type.Optional(
      closed(each(LISTS, Type.Array(EntryPart)), {
        title: 'Configured lists',
        description: 'Without values of persons: cards, emails, customer IDs and single IP addresses.',
      }),
    ),
  },
  { title: 'Merchant configuration', description: 'What is missing stays as it is.' },
)

export type MerchantConfiguration = Static<typeof MerchantConfiguration>

export const ConfigurationBody = Type.Object({
  merchant: MerchantConfiguration,
  prune: Type.Optional(
    Type.Boolean({ description: 'true: also deactivates or removes what the given lists do not contain.' }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'true: only shows the changes; nothing is saved.' })),
})

const CHANGES = ['CREATED', 'CHANGED', 'REMOVED'] as const

const KINDS = [
  'merchant',
  'appearance',
  'provider account',
  'terminal',
  'webhook endpoint',
  'rules',
  'list entry',
] as const

const Change = Type.Object(
  {
    change: Type.Enum([...CHANGES]),
    kind: Type.Enum([...KINDS]),
    name: Type.String(),
    fields: Type.Array(Type.Object({ name: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
  },
  { title: 'Configuration change' },
)

export type ConfigurationChange = Static<typeof Change>

export const ConfigurationResult = Type.Object(
  {
    merchant_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for a new one, of a dry run.' }),
    changes: Type.Array(Change, { description: 'Each has an entry in the audit log.' }),
    issued: Type.Array(
      Type.Object({
        kind: Type.Enum([...KINDS]),
        name: Type.String(),
        client_id: Type.Optional(Type.String()),
        secret: Type.String({ description: 'You will not see it again.' }),
      }),
      { description: 'Secrets of new merchants and webhook endpoints.' },
    ),
  },
  { title: 'Configuration result' },
)
