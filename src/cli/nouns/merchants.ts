import type { CommandGroup, Option } from '../command.ts'
import { noun, op } from '../op.ts'
import { move } from './move.ts'
import { prove } from './prove.ts'

const STATUS: Partial<Option> = { description: 'ACTIVE or INACTIVE; applies to new requests' }
const SEEN_ONCE = 'You will not see the client secret again.'
const LIMITS = ['permissions', 'terminal_ids', 'allowed_addresses', 'expires_at']
const REQUESTOR =
  '{"requestor_url":"https://shop.example","merchant_name":"Larkspur Coffee","merchant_category_code":"5814",' +
  '"merchant_country":"RO","acquirer_bin":"438309","acquirer_merchant_id":"00002000000"}'

export const MERCHANTS: readonly CommandGroup[] = [
  // docs/reference/admin.md#merchants
  noun('merchant', 'Merchants: create, update, rotate credentials', {
    create: op('adminCreateMerchant', {
      summary: 'Create a merchant with a client, a key pair and (uat) simulator accounts',
      examples: ['merchant create --name "Larkspur Coffee" --country RO'],
      note: `${SEEN_ONCE} Send it to the merchant over a secure channel.`,
    }),
    list: op('adminListMerchants', {
      summary: 'List merchants, newest first',
      columns: ['merchant_id', 'name', 'status', 'country', 'created_at'],
      examples: ['merchant list', 'merchant list --limit 100 --json'],
    }),
    show: op('adminShowMerchant', { summary: 'Show a merchant with its client ID and public key' }),
    update: op('adminChangeMerchant', {
      flags: { status: STATUS },
      examples: [
        'merchant update <merchant_id> --status INACTIVE',
        'merchant update <merchant_id> --wallet-recipients merchant:12345678901234567890',
      ],
    }),
    'rotate-client-secret': op('adminRotateClientSecret', {
      summary: 'Rotate the client secret; the old one stops working immediately',
      only: [],
      note: `${SEEN_ONCE} Access tokens from the old one work until they expire (300 seconds).`,
    }),
    'rotate-encryption-key': op('adminRotateEncryptionKey', {
      summary: 'Rotate the card-field key pair; the old one works for 24 more hours',
      note: "Update the merchant's servers with the new public key within 24 hours.",
    }),
    move,
  }),
  // docs/reference/clients.md
  noun('client', 'API clients: limited access for servers and scripts', {
    create: op('createClient', {
      onBehalf: 'adminCreateClient',
      examples: ['client create --name "Shop plugin" --permissions sessions.create,payments.read'],
      note: `${SEEN_ONCE} Send it to its user over a secure channel.`,
    }),
    list: op('listClients', {
      onBehalf: 'adminListClients',
      summary: 'List API clients, newest first',
      columns: ['client_id', 'name', 'permissions', 'status', 'expires_at', 'last_used_at'],
      examples: ['client list', 'client list --merchant <merchant_id>'],
    }),
    update: op('changeClient', {
      onBehalf: 'adminChangeClient',
      summary: 'Update an API client',
      only: ['name', ...LIMITS, 'status'],
      examples: ['client update <client_id> --addresses 203.0.113.7', 'client update <client_id> --status ACTIVE'],
    }),
    rotate: op('rotateClientSecret', {
      onBehalf: 'adminRotateMerchantClientSecret',
      examples: ['client rotate <client_id>', 'client rotate <client_id> --overlap 0'],
      note: SEEN_ONCE,
    }),
    disable: op('changeClient', {
      onBehalf: 'adminChangeClient',
      summary: 'Disable an API client; its access tokens stop working immediately',
      sends: { status: 'DISABLED' },
      only: ['include_created'],
      examples: ['client disable <client_id>', 'client disable <client_id> --include-created'],
    }),
  }),
  // docs/reference/admin.md#terminals
  noun('terminal', 'Terminals: payment methods, currencies, routing', {
    create: op('adminCreateTerminal', {
      summary: 'Create a terminal; omitted lists allow everything',
      examples: ['terminal create --merchant <merchant_id> --name "Web shop" --currencies EUR,RON'],
    }),
    list: op('adminListTerminals', {
      summary: 'List the terminals of a merchant, newest first',
      columns: ['terminal_id', 'name', 'status', 'accepts_payments', 'created_at'],
      examples: ['terminal list --merchant <merchant_id>'],
    }),
    show: op('adminShowTerminal'),
    update: op('adminChangeTerminal', {
      flags: { status: STATUS },
      examples: [
        'terminal update <terminal_id> --accepts-payments off',
        'terminal update <terminal_id> --card-testing-limit 5/900',
        `terminal update <terminal_id> --three-ds '${REQUESTOR}'`,
        'terminal update <terminal_id> --currencies any --provider-accounts <provider_account_id>,<provider_account_id>',
      ],
    }),
    own: op('listTerminals', {
      summary: 'List your terminals (merchant)',
      columns: ['terminal_id', 'name', 'status', 'accepts_payments', 'allowed_origins'],
    }),
    'save-origins': op('changeTerminalOrigins', {
      summary: 'Update the origins that may embed card fields (merchant)',
      examples: ['terminal save-origins <terminal_id> --allowed-origins https://shop.example'],
    }),
  }),
  // docs/reference/admin.md#provider-accounts
  noun('provider-account', 'Accounts of merchants with payment providers', {
    create: op('adminCreateProviderAccount', {
      summary: 'Add an account with a provider',
      fromJsonFile: 'credentials',
      examples: [
        `provider-account create --merchant <merchant_id> --provider card-simulator --name "Always declines" \\
      --settings '{"response_code":"TRX_STATUS_DECLINED"}'`,
        'provider-account create --merchant <merchant_id> --provider card-simulator --name "Signed" --credentials-file credentials.json',
      ],
    }),
    list: op('adminListProviderAccounts', {
      summary: 'List the provider accounts of a merchant, newest first',
      columns: ['provider_account_id', 'provider', 'name', 'status', 'created_at'],
      examples: ['provider-account list --merchant <merchant_id>'],
    }),
    order: op('listProviderAccounts', {
      summary: 'List provider accounts in routing order, with their circuits (merchant)',
      columns: ['provider_account_id', 'provider', 'name', 'status', 'circuit'],
    }),
    show: op('adminShowProviderAccount'),
    update: op('adminChangeProviderAccount', {
      flags: { status: STATUS },
      fromJsonFile: 'credentials',
      examples: [
        'provider-account update <provider_account_id> --status INACTIVE',
        'provider-account update <provider_account_id> --credentials-file credentials.json --revoke-previous on',
      ],
    }),
    check: op('adminCheckProviderAccount'),
    prove,
    exchanges: op('adminListProviderExchanges', {
      args: ['transaction_id'],
      columns: ['sent_at', 'request', 'http_status', 'request_id', 'answer_fields'],
      examples: ['provider-account exchanges <transaction_id> --merchant <merchant_id>'],
    }),
  }),
  // docs/operate/monitoring.md#reversals-that-failed
  noun('reversal', 'Reversals that the provider never confirmed', {
    list: op('adminListGivenUpReversals', {
      summary: 'List failed reversals of all merchants, newest first',
      columns: ['attempt_id', 'merchant_id', 'transaction_id', 'provider', 'provider_reference', 'given_up_at'],
    }),
    retry: op('adminRetryReversal', { id: 'attempt_id' }),
  }),
  // docs/reference/events.md#webhook-endpoints
  noun('webhook', 'Webhook endpoints', {
    create: op('createWebhookEndpoint', {
      onBehalf: 'adminCreateWebhookEndpoint',
      examples: ['webhook create --merchant <merchant_id> --url https://shop.example/webhooks'],
      note: 'You will not see the signing secret again. Send it to the merchant over a secure channel.',
    }),
    list: op('listWebhookEndpoints', {
      onBehalf: 'adminListWebhookEndpoints',
      summary: 'List webhook endpoints, newest first',
      columns: ['id', 'url', 'terminal_id', 'status', 'event_types', 'created_at'],
      examples: ['webhook list', 'webhook list --merchant <merchant_id>'],
    }),
    update: op('changeWebhookEndpoint', {
      id: 'id',
      summary: 'Update an endpoint (merchant)',
      examples: [
        'webhook update <id> --status ACTIVE',
        'webhook update <id> --events transaction.processed,refund.failed',
      ],
    }),
    delete: op('deleteWebhookEndpoint', { id: 'id', summary: 'Disable an endpoint (merchant)' }),
    test: op('testWebhookEndpoint', {
      id: 'id',
      summary: 'Send a test event to an endpoint (merchant)',
      note: 'See the result with "event deliveries" and the ID above.',
    }),
    'rotate-secret': op('rotateWebhookSecret', {
      id: 'id',
      summary: 'Rotate the signing secret; the previous one signs for 24 more hours (merchant)',
      note: 'You will not see the signing secret again. Update your server within 24 hours.',
    }),
  }),
  // docs/reference/hosted-page.md#appearance
  noun('appearance', 'Name, color and logo of the hosted page (merchant)', {
    show: op('showAppearance', { summary: 'Show the appearance of the hosted page' }),
    set: op('changeAppearance', {
      summary: 'Update the hosted page; omitted options stay unchanged',
      examples: ["appearance set --name Larkspur --color '#7a1f5c'", 'appearance set --logo none'],
    }),
  }),
]
