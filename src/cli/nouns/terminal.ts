import type { Noun, Option } from '../command.ts'
import { cardsPerSeconds, jsonOrNone, namesOrAny } from '../kinds.ts'
import { MERCHANT, NAME, PAGING, required, STATUS, toggle } from '../options.ts'

function list(name: string, field: string, why: string): Option {
  return { flags: `--${name} <list>`, field, kind: namesOrAny, why: `${why}, or any` }
}

const ORIGINS = list('allowed-origins', 'allowed_origins', 'shops whose pages may embed fields: https://shop.example')

const SETTINGS: readonly Option[] = [
  list('currencies', 'currencies', 'EUR,USD'),
  list('transaction-types', 'transaction_types', 'AUTHORIZE,PURCHASE,PAYMENT,PAYOUT'),
  list('payment-methods', 'payment_methods', 'request types and methods, plus PAYOUT: card,OPEN_BANKING'),
  list('provider-accounts', 'provider_accounts', 'ids of provider accounts in routing order'),
  ORIGINS,
  toggle('allow-unauthenticated', 'allow_unauthenticated', 'whether to charge cards 3-D Secure could not authenticate'),
  toggle('accepts-payments', 'accepts_payments', 'whether it takes new payments; follow-ups go on'),
  {
    flags: '--card-testing-limit <limit>',
    field: 'card_testing_limit',
    kind: cardsPerSeconds,
    why: 'cards that may end uncharged from one address or customer, and in how many seconds: 10/3600, or none',
  },
  {
    flags: '--three-ds <json>',
    field: 'three_ds',
    kind: jsonOrNone,
    why: 'what issuers are told of the shop, or none; docs/providers/3dsecure-io.md says what goes in',
  },
]

const REQUESTOR =
  '{"requestor_url":"https://shop.example","merchant_name":"Larkspur Coffee","merchant_category_code":"5814",' +
  '"merchant_country":"RO","acquirer_bin":"438309","acquirer_merchant_id":"00002000000"}'

/** The units transactions are created against (docs/reference/admin.md#terminals). */
export const terminal: Noun = {
  name: 'terminal',
  summary: 'What a merchant sells through: methods, currencies, routing',
  commands: [
    {
      verb: 'create',
      summary: 'Create a terminal; lists that are not said mean everything',
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
      summary: 'Change a terminal',
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
      summary: 'List your terminals, as the merchant',
      method: 'GET',
      asMerchant: '/api/terminals',
      options: PAGING,
      columns: ['terminal_id', 'name', 'status', 'accepts_payments', 'allowed_origins'],
      examples: ['terminal own'],
    },
    {
      verb: 'save-origins',
      summary: 'Change which pages may embed card fields, as the merchant',
      method: 'PATCH',
      asMerchant: '/api/terminals/{terminal_id}',
      args: ['terminal_id'],
      options: [required(ORIGINS)],
      examples: ['terminal save-origins <terminal_id> --allowed-origins https://shop.example'],
    },
  ],
}
