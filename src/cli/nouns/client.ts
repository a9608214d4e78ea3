import { flag, integer, text } from '#app/config/kinds.ts'
import { OVERLAP_SECONDS } from '#domain/credentials.ts'
import type { CommandGroup, Option } from '../command.ts'
import { names, namesOrAny, textOrNone } from '../kinds.ts'
import { MERCHANT, NAME, PAGING, required } from '../options.ts'

const ON_BEHALF: Option = { ...MERCHANT, description: 'merchant ID, as an operator (default for merchants: your own)' }

const PERMISSIONS: Option = {
  flags: '--permissions <list>',
  field: 'permissions',
  kind: names,
  description: 'what it may do, for example payments.create,payments.read, or none',
}

const LIMITS: readonly Option[] = [
  {
    flags: '--terminals <list>',
    field: 'terminal_ids',
    kind: namesOrAny,
    description: 'the only terminals it may use, or any',
  },
  {
    flags: '--addresses <list>',
    field: 'allowed_addresses',
    kind: namesOrAny,
    description: 'addresses and networks it may call from, for example 203.0.113.0/24, or any',
  },
  {
    flags: '--expires <time>',
    field: 'expires_at',
    kind: textOrNone,
    description: 'time at which it expires, for example 2027-01-31T00:00:00Z, or none',
  },
]

const STATUS: Option = { flags: '--status <status>', field: 'status', kind: text, description: 'ACTIVE or DISABLED' }

const EXTERNAL: Option = {
  flags: '--external-client-id <id>',
  field: 'external_client_id',
  kind: text,
  description: 'its ID at the external identity provider, if that issues your tokens',
}

const OVERLAP: Option = {
  flags: '--overlap <seconds>',
  field: 'overlap_seconds',
  kind: integer(0, 2_592_000),
  description: `time for which the previous secret works too (default ${OVERLAP_SECONDS})`,
}

const INCLUDE_CREATED: Option = {
  flags: '--include-created',
  field: 'include_created',
  kind: flag,
  description: 'also disable the clients that it created, and those that these created',
}

const COLUMNS = ['client_id', 'name', 'permissions', 'status', 'expires_at', 'last_used_at']

/** API clients (docs/reference/clients.md), managed by the merchant or by an operator on its behalf. */
export const client: CommandGroup = {
  name: 'client',
  summary: 'API clients: limited access for servers and scripts',
  commands: [
    {
      verb: 'create',
      summary: 'Create an API client',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/clients',
      asMerchant: '/api/clients',
      options: [ON_BEHALF, required(NAME), required(PERMISSIONS), ...LIMITS, EXTERNAL],
      examples: ['client create --name "Shop plugin" --permissions sessions.create,payments.read'],
      note: 'You will not see the client secret again. Send it to its user over a secure channel.',
    },
    {
      verb: 'list',
      summary: 'List API clients, newest first',
      method: 'GET',
      asOperator: '/admin/merchants/{merchant_id}/clients',
      asMerchant: '/api/clients',
      options: [ON_BEHALF, ...PAGING],
      columns: COLUMNS,
      examples: ['client list', 'client list --merchant <merchant_id>'],
    },
    {
      verb: 'update',
      summary: 'Update an API client',
      method: 'PATCH',
      asOperator: '/admin/merchants/{merchant_id}/clients/{client_id}',
      asMerchant: '/api/clients/{client_id}',
      args: ['client_id'],
      options: [ON_BEHALF, NAME, PERMISSIONS, ...LIMITS, STATUS],
      examples: ['client update <client_id> --addresses 203.0.113.7', 'client update <client_id> --status ACTIVE'],
    },
    {
      verb: 'rotate',
      summary: 'Rotate the secret of an API client',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/clients/{client_id}/rotate-secret',
      asMerchant: '/api/clients/{client_id}/rotate-secret',
      args: ['client_id'],
      options: [ON_BEHALF, OVERLAP],
      examples: ['client rotate <client_id>', 'client rotate <client_id> --overlap 0'],
      note: 'You will not see the client secret again.',
    },
    {
      verb: 'disable',
      summary: 'Disable an API client; its access tokens stop working immediately',
      method: 'PATCH',
      asOperator: '/admin/merchants/{merchant_id}/clients/{client_id}',
      asMerchant: '/api/clients/{client_id}',
      args: ['client_id'],
      options: [ON_BEHALF, INCLUDE_CREATED],
      sends: { status: 'DISABLED' },
      examples: ['client disable <client_id>', 'client disable <client_id> --include-created'],
    },
  ],
}
