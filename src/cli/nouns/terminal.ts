import type { CommandGroup, Option } from '../command.ts'
import { cardsPerSeconds, jsonOrNone, names, namesOrAny } from '../kinds.ts'
import { MERCHANT, NAME, PAGING, required, STATUS, toggle } from '../options.ts'

function list(name: string, field: string, why: string): Option {
  return { flags: `--${name} <list>`, field, kind: namesOrAny, description: `${why}, or any` }
}

const ORIGINS = list(
  'allowed-origins',
  'allowed_origins',
  'origins that may embed card fields, for example https://shop.example',
)

const SETTINGS: readonly Option[] = [
  list('currencies', 'currencies', 'currencies, for example EUR,USD'),
  list('transaction-types', 'transaction_types', 'transaction types, for example AUTHORIZE,PURCHASE,PAYMENT,PAYOUT'),
  list('payment-methods', 'payment_methods', 'request types and methods, or PAYOUT, for example card,OPEN_BANKING'),
  list('provider-accounts', 'provider_accounts', 'provider account IDs in routing order'),
  ORIGINS,
  toggle('allow-unauthenticated', 'allow_unauthenticated', 'charge cards that 3-D Secure could not authenticate'),
  {
    flags: '--exemptions <list>',
    field: 'exemptions',
    kind: names,
    description: 'exemptions from authentication that the acquirer permits, for example LOW_VALUE',
  },
  toggle('accepts-payments', 'accepts_payments', 'accept new payments; captures, refunds and voids always work'),
  {
    flags: '--card-testing-limit <limit>',
    field: 'card_testing_limit',
    kind: cardsPerSeconds,
    description:
      'maximum uncharged cards per IP address or customer, and period in seconds, for example 10/3600, or none',
  },
  {
    flags: '--three-ds <json>',
    field: 'three_ds',
    kind: jsonOrNone,
    description: 'shop data sent to issuers (see docs/providers/3dsecure-io.md), or none',
  },
]

const REQUESTOR =
  '{"requestor_url":"https://shop.example","merchant_name":"Larkspur Coffee","merchant_category_code":"5814",' +
  '"merchant_country":"RO","acquirer_bin":"438309","acquirer_merchant_id":"00002000000"}'

/** The units transactions are created against (docs/reference/admin.md#terminals). */
export const terminal: CommandGroup = {
  name: 'terminal',
  summary: 'Terminals: payment methods, currencies, routing',
  commands: [
    {
      verb: 'create',
      summary: 'Create a terminal; omitted lists allow everything',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/terminals',
      options: [MERCHANT, required(NAME), ...SETTINGS],
      examples: ['terminal create --merchant <merchant_id> --name "Web shop" --currencies EUR,RON'],
    },
    {
      verb: 'list',
      summary: 'List the terminals of a merchant, newest first',
      method: 'GET',
      asOperator: '/admin/merchants/{merchant_id}/terminals',
      options: [MERCHANT, ...PAGING],
      columns: ['terminal_id', 'name', 'status', 'accepts_payments', 'created_at'],
      examples: ['terminal list --merchant <merchant_id>'],
    },
    {
      verb: 'show',
      summary: 'Show a terminal',
      method: 'GET',
      asOperator: '/admin/terminals/{terminal_id}',
      args: ['terminal_id'],
      examples: ['terminal show <terminal_id>'],
    },
    {
      verb: 'update',
      summary: 'Update a terminal',
      method: 'PATCH',
      asOperator: '/admin/terminals/{terminal_id}',
      args: ['terminal_id'],
      options: [NAME, STATUS, ...SETTINGS],
      examples: [
        'terminal update <terminal_id> --accepts-payments off',
        'terminal update <terminal_id> --card-testing-limit 5/900',
        `terminal update <terminal_id> --three-ds '${REQUESTOR}'`,
        'terminal update <terminal_id> --currencies any --provider-accounts <provider_account_id>,<provider_account_id>',
      ],
    },
    {
      verb: 'own',
      summary: 'List your terminals (merchant)',
      method: 'GET',
      asMerchant: '/api/terminals',
      options: PAGING,
      columns: ['terminal_id', 'name', 'status', 'accepts_payments', 'allowed_origins'],
      examples: ['terminal own'],
    },
    {
      verb: 'save-origins',
      summary: 'Update the origins that may embed card fields (merchant)',
      method: 'PATCH',
      asMerchant: '/api/terminals/{terminal_id}',
      args: ['terminal_id'],
      options: [required(ORIGINS)],
      examples: ['terminal save-origins <terminal_id> --allowed-origins https://shop.example'],
    },
  ],
}
