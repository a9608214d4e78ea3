import { text } from '#app/config/kinds.ts'
import type { Noun, Option } from '../command.ts'
import { names, rates, textOrNone } from '../kinds.ts'
import { NAME, PAGING, required, STATUS, toggle } from '../options.ts'

const SETTINGS: readonly Option[] = [
  { flags: '--country <code>', field: 'country', kind: textOrNone, why: 'ISO 3166-1 alpha-2, or none' },
  {
    flags: '--time-zone <name>',
    field: 'time_zone',
    kind: text,
    why: 'IANA zone in which its days begin: Europe/Bucharest',
  },
  toggle('tokenization', 'tokenization_enabled', 'whether cards may be saved'),
  {
    flags: '--settlement-currency <code>',
    field: 'settlement_currency',
    kind: textOrNone,
    why: 'ISO 4217, or none',
  },
  {
    flags: '--exchange-rates <rates>',
    field: 'exchange_rates',
    kind: rates,
    why: 'settlement units per major unit: USD=0.92,GBP=1.17, or none',
  },
  {
    flags: '--external-client-ids <ids>',
    field: 'external_client_ids',
    kind: names,
    why: 'clients of your own identity provider that speak for it: a,b or none',
  },
]

/** Merchants and their credentials (docs/reference/admin.md#merchants). */
export const merchant: Noun = {
  name: 'merchant',
  summary: 'Who is paid: create, change and give new keys',
  commands: [
    {
      verb: 'create',
      summary: 'Create a merchant with its client, key pair and, in uat, simulator accounts',
      method: 'POST',
      asOperator: '/admin/merchants',
      options: [required(NAME), ...SETTINGS],
      examples: ['merchant create --name "Larkspur Coffee" --country RO'],
      note: 'The client secret is shown only this once: hand it over now.',
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
      summary: 'Show a merchant with its client id and public key',
      method: 'GET',
      asOperator: '/admin/merchants/{merchant_id}',
      args: ['merchant_id'],
      examples: ['merchant show <merchant_id>'],
    },
    {
      verb: 'update',
      summary: 'Change a merchant',
      method: 'PATCH',
      asOperator: '/admin/merchants/{merchant_id}',
      args: ['merchant_id'],
      options: [NAME, STATUS, ...SETTINGS],
      examples: ['merchant update <merchant_id> --status INACTIVE'],
    },
    {
      verb: 'rotate-client-secret',
      summary: 'Replace the client secret; the old one is refused at once',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/rotate-client-secret',
      args: ['merchant_id'],
      examples: ['merchant rotate-client-secret <merchant_id>'],
      note: 'The client secret is shown only this once. Tokens bought with the old one live out their 300 seconds.',
    },
    {
      verb: 'rotate-encryption-key',
      summary: 'Replace the key pair for card fields; the old one decrypts for a day more',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/rotate-encryption-key',
      args: ['merchant_id'],
      examples: ['merchant rotate-encryption-key <merchant_id>'],
      note: "Give the new public key to the merchant's servers within 24 hours.",
    },
  ],
}
