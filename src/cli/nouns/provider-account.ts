import { text } from '#app/config/kinds.ts'
import type { CommandGroup, Option } from '../command.ts'
import { json } from '../kinds.ts'
import { MERCHANT, NAME, PAGING, required, STATUS, toggle } from '../options.ts'

const PROVIDER: Option = {
  flags: '--provider <provider>',
  field: 'provider',
  kind: text,
  description: 'provider, for example card-simulator',
  isRequired: true,
}

const SETTINGS: Option = {
  flags: '--settings <json>',
  field: 'settings',
  kind: json,
  description: 'provider-specific settings; replaces all of them',
}

const CREDENTIALS: Option = {
  flags: '--credentials-file <path>',
  field: 'credentials',
  kind: text,
  description: 'file with the credentials as a JSON object (see docs/providers); - for standard input',
}

const REVOKE_PREVIOUS = toggle(
  'revoke-previous',
  'revoke_previous',
  'make replaced credentials invalid immediately, including those that this command replaces',
)

/** A merchant's accounts with payment providers (docs/reference/admin.md#provider-accounts). */
export const providerAccount: CommandGroup = {
  name: 'provider-account',
  summary: 'Accounts of merchants with payment providers',
  commands: [
    {
      verb: 'create',
      summary: 'Add an account with a provider',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/provider-accounts',
      options: [MERCHANT, PROVIDER, required(NAME), SETTINGS, CREDENTIALS],
      fromJsonFile: 'credentials',
      examples: [
        `provider-account create --merchant <merchant_id> --provider card-simulator --name "Always declines" \\
      --settings '{"response_code":"TRX_STATUS_DECLINED"}'`,
        'provider-account create --merchant <merchant_id> --provider card-simulator --name "Signed" --credentials-file credentials.json',
      ],
    },
    {
      verb: 'list',
      summary: 'List the provider accounts of a merchant, newest first',
      method: 'GET',
      asOperator: '/admin/merchants/{merchant_id}/provider-accounts',
      options: [MERCHANT, ...PAGING],
      columns: ['provider_account_id', 'provider', 'name', 'status', 'created_at'],
      examples: ['provider-account list --merchant <merchant_id>'],
    },
    {
      verb: 'order',
      summary: 'List provider accounts in routing order, with their circuits (merchant)',
      method: 'GET',
      asMerchant: '/api/provider-accounts',
      columns: ['provider_account_id', 'provider', 'name', 'status', 'circuit'],
      examples: ['provider-account order'],
    },
    {
      verb: 'show',
      summary: 'Show a provider account',
      method: 'GET',
      asOperator: '/admin/provider-accounts/{provider_account_id}',
      args: ['provider_account_id'],
      examples: ['provider-account show <provider_account_id>'],
    },
    {
      verb: 'update',
      summary: 'Update a provider account',
      method: 'PATCH',
      asOperator: '/admin/provider-accounts/{provider_account_id}',
      args: ['provider_account_id'],
      options: [NAME, STATUS, SETTINGS, CREDENTIALS, REVOKE_PREVIOUS],
      fromJsonFile: 'credentials',
      examples: [
        'provider-account update <provider_account_id> --status INACTIVE',
        'provider-account update <provider_account_id> --credentials-file credentials.json --revoke-previous on',
      ],
    },
    {
      verb: 'check',
      summary: 'Check the credentials of an account with the provider',
      method: 'POST',
      asOperator: '/admin/provider-accounts/{provider_account_id}/check',
      args: ['provider_account_id'],
      examples: ['provider-account check <provider_account_id>'],
    },
    {
      verb: 'exchanges',
      summary: 'List provider requests for a transaction, with the responses',
      method: 'GET',
      asOperator: '/admin/merchants/{merchant_id}/provider-exchanges',
      args: ['transaction_id'],
      options: [MERCHANT],
      columns: ['sent_at', 'request', 'http_status', 'request_id', 'answer_fields'],
      examples: ['provider-account exchanges <transaction_id> --merchant <merchant_id>'],
    },
  ],
}
