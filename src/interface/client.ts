import { type Static, Type } from 'typebox'
import { OVERLAP_SECONDS } from '#domain/credentials.ts'
import { CLIENT_PERMISSIONS } from '#identity/permissions.ts'
import type { Names } from './read.ts'
import { Instant, InstantOf, Name, NullableString, nullable, nullableList } from './types.ts'
import { wire } from './wire.ts'

const PermissionName = Type.Unsafe<string>(Type.Enum([...CLIENT_PERMISSIONS]))

const Permissions = Type.Array(PermissionName, {
  maxItems: CLIENT_PERMISSIONS.length,
  description: 'Permissions of the client; see the table of permissions.',
  examples: [['payments.create', 'payments.read']],
})

const Terminals = nullableList(
  Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
    minItems: 1,
    maxItems: 100,
    description: 'The only terminals it may use and see; null for all.',
  }),
)

const Addresses = nullableList(
  Type.Array(Type.String({ maxLength: 60, format: 'network' }), {
    minItems: 1,
    maxItems: 50,
    description: 'Addresses and networks, IPv4 and IPv6, that it may call from; null for any.',
    examples: [['203.0.113.7', '2001:db8::/32']],
  }),
)

const Expiry = nullable(InstantOf({ description: 'It stops working then; null for never.' }))

const Status = Type.Enum(['ACTIVE', 'DISABLED'])

/** Up to 30 days. */
export const OverlapSeconds = Type.Integer({
  minimum: 0,
  maximum: 2_592_000,
  description: 'How long the previous secret works too.',
})

const limits = {
  terminal_ids: Type.Optional(Terminals),
  allowed_addresses: Type.Optional(Addresses),
  expires_at: Type.Optional(Expiry),
}

export const ClientBody = Type.Object({
  name: Name,
  permissions: Permissions,
  ...limits,
  external_client_id: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Its ID at the external identity provider, if that issues your tokens.',
      }),
    ),
  ),
})

export const ClientChangeBody = Type.Object({
  name: Type.Optional(Name),
  permissions: Type.Optional(Permissions),
  ...limits,
  status: Type.Optional(Status),
  include_created: Type.Optional(
    Type.Boolean({
      description: 'With `DISABLED`: disables the clients that it created too, and those that these created.',
    }),
  ),
})

/** A missing limit is that of the client that creates it. */
export type NewClient = Names<Static<typeof ClientBody>>

/** A missing field keeps its value, null removes a limit. */
export type ClientChange = Names<Static<typeof ClientChangeBody>>

export const ClientSecretRotationBody = Type.Object({
  overlap_seconds: Type.Optional(Type.Integer({ ...OverlapSeconds, default: OVERLAP_SECONDS })),
})

const fields = {
  client_id: Type.String(),
  name: nullable(Type.String({ description: 'Null for the client that came with the merchant.' })),
  permissions: nullableList(
    Type.Array(PermissionName, {
      description: 'Null for the client that came with the merchant, which may do everything.',
    }),
  ),
  terminal_ids: Terminals,
  allowed_addresses: Addresses,
  expires_at: Expiry,
  status: Status,
  created_by: nullable(Type.String({ description: 'Client that created it; null if a user or an operator did.' })),
  created_at: Instant,
  secret_created_at: Instant,
  previous_secret_until: nullable(InstantOf({ description: 'Until this time the previous secret works too.' })),
  last_used_at: nullable(Instant),
  last_used_address: NullableString,
}

/** API client without its secret (docs/reference/clients.md#the-client). */
export const ClientRecord = wire('Merchant client', fields).named({ client_id: 'id' })

export const IssuedClientRecord = wire('Issued API client', {
  ...fields,
  client_secret: Type.Optional(
    Type.String({ description: 'You will not see it again. Absent if an external identity provider has it.' }),
  ),
}).named({ client_id: 'id' })

export const ClientSecretExpiring = wire('Client secret expiring payload', {
  merchant_id: Type.String(),
  ...fields,
}).named({ client_id: 'id' })

export const ClientParams = Type.Object({ id: Type.String({ description: 'Client ID.' }) })
