import { text } from '#app/config/kinds.ts'
import type { CommandGroup, Option } from '../command.ts'
import { daysOrNone, names, rates, textOrNone } from '../kinds.ts'
import { NAME, PAGING, required, STATUS, toggle } from '../options.ts'

const SETTINGS: readonly Option[] = [
  { flags: '--country <code>', field: 'country', kind: textOrNone, description: 'ISO 3166-1 alpha-2 code, or none' },
  {
    flags: '--time-zone <name>',
    field: 'time_zone',
    kind: text,
    description: 'IANA time zone of its days, for example Europe/Bucharest',
  },
  toggle('tokenization', 'tokenization_enabled', 'allow saved cards'),
  {
    flags: '--settlement-currency <code>',
    field: 'settlement_currency',
    kind: textOrNone,
    description: 'ISO 4217 code, or none',
  },
  {
    flags: '--exchange-rates <rates>',
    field: 'exchange_rates',
    kind: rates,
    description: 'settlement units per major unit, for example USD=0.92,GBP=1.17, or none',
  },
  {
    flags: '--external-client-ids <ids>',
    field: 'external_client_ids',
    kind: names,
    description: 'its clients at your identity provider, for example a,b, or none',
  },
  {
    flags: '--personal-data-days <days>',
    field: 'personal_data_days',
    kind: daysOrNone,
    description: 'days after which payments lose personal data, or none',
  },
]

/** Merchants and their credentials (docs/reference/admin.md#merchants). */
export const merchant: CommandGroup = {
  name: 'merchant',
  summary: 'Merchants: create, update, rotate credentials',
  commands: [
    {
      verb: 'create',
      summary: 'Create a merchant with a client, a key pair and (uat) simulator accounts',
      method: 'POST',
      asOperator: '/admin/merchants',
      options: [required(NAME), ...SETTINGS],
      examples: ['merchant create --name "Larkspur Coffee" --country RO'],
      note: 'You will not see the client secret again. Send it to the merchant over a secure channel.',
    },
    {
      verb: 'list',
      summary: 'List merchants, newest first',
      method: 'GET',
      asOperator: '/admin/merchants',
      options: PAGING,
      columns: ['merchant_id', 'name', 'status', 'country', 'created_at'],
      examples: ['merchant list', 'merchant list --limit 100 --json'],
    },
    {
      verb: 'show',
      summary: 'Show a merchant with its client ID and public key',
      method: 'GET',
      asOperator: '/admin/merchants/{merchant_id}',
      args: ['merchant_id'],
      examples: ['merchant show <merchant_id>'],
    },
    {
      verb: 'update',
      summary: 'Update a merchant',
      method: 'PATCH',
      asOperator: '/admin/merchants/{merchant_id}',
      args: ['merchant_id'],
      options: [NAME, STATUS, ...SETTINGS],
      examples: ['merchant update <merchant_id> --status INACTIVE'],
    },
    {
      verb: 'rotate-client-secret',
      summary: 'Rotate the client secret; the old one stops working immediately',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/rotate-client-secret',
      args: ['merchant_id'],
      examples: ['merchant rotate-client-secret <merchant_id>'],
      note: 'You will not see the client secret again. Access tokens from the old one work until they expire (300 seconds).',
    },
    {
      verb: 'rotate-encryption-key',
      summary: 'Rotate the card-field key pair; the old one works for 24 more hours',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/rotate-encryption-key',
      args: ['merchant_id'],
      examples: ['merchant rotate-encryption-key <merchant_id>'],
      note: "Update the merchant's servers with the new public key within 24 hours.",
    },
  ],
}
