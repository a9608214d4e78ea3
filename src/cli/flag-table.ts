import { text } from '#app/config/kinds.ts'
import type { Option } from './command.ts'
import { cardsPerSeconds, imageFile, rates } from './kinds.ts'

/**
 * Flags of fields whose name, kind or description in the API does not suit a command line. A free text is never read
 * as null: a customer may be called "none".
 */
export const FLAGS: Readonly<Record<string, Partial<Option>>> = {
  accent_color: {
    flags: '--color <color>',
    description: 'color of the pay button, for example #7a1f5c, or none for the default',
  },
  accepts_payments: { description: 'accept new payments; captures, refunds and voids always work' },
  actor: { flags: '--actor <id>' },
  advance_seconds: { flags: '--seconds <seconds>' },
  allow_unauthenticated: { description: 'charge cards that 3-D Secure could not authenticate' },
  allowed_addresses: {
    flags: '--addresses <list>',
    description: 'addresses and networks it may call from, for example 203.0.113.0/24, or any',
  },
  allowed_origins: { description: 'origins that may embed card fields, for example https://shop.example, or any' },
  amount: { kind: text, description: 'amount, in major units such as 49.00' },
  block: {
    flags: '--block <kinds>',
    description: 'with FRAUD: kinds of values to block, for example card_hash,email',
  },
  card_testing_limit: {
    flags: '--card-testing-limit <limit>',
    kind: cardsPerSeconds,
    description:
      'maximum uncharged cards per IP address or customer, and period in seconds, for example 10/3600, or none',
  },
  created_from: {
    flags: '--from <time>',
    description: 'at or after this time, for example 2026-11-01T00:00:00Z',
  },
  created_to: { flags: '--to <time>', description: 'before this time' },
  credentials: {
    flags: '--credentials-file <path>',
    kind: text,
    description: 'file with the credentials as a JSON object (see docs/providers); - for standard input',
  },
  currencies: { description: 'currencies, for example EUR,USD, or any' },
  cursor: { description: 'cursor from the previous page' },
  customer_id: { kind: text, description: 'customer ID' },
  description: { flags: '--description <text>' },
  display_name: { flags: '--name <name>', description: 'name shown to shoppers, or none for the merchant name' },
  email: { kind: text },
  ends_on: { description: "last day in the merchant's time zone, for example 2027-11-30" },
  event: { flags: '--event <type>', description: 'event type, or all (default transaction.processed)' },
  event_types: {
    flags: '--events <list>',
    description: 'event types, for example session.completed (default: transaction.processed)',
  },
  exchange_rates: {
    flags: '--exchange-rates <rates>',
    kind: rates,
    description: 'settlement units per major unit, for example USD=0.92,GBP=1.17, or none',
  },
  expiration_month: { flags: '--month <month>', description: 'month of expiry' },
  expiration_year: { flags: '--year <year>', description: 'year of expiry' },
  expires_at: {
    flags: '--expires <time>',
    description: 'time at which it expires, for example 2027-01-31T00:00:00Z, or none',
  },
  expires_before: { flags: '--expires-before <month>' },
  external_client_id: { flags: '--external-client-id <id>', kind: text },
  external_client_ids: {
    flags: '--external-client-ids <ids>',
    description: 'its clients at your identity provider, for example a,b, or none',
  },
  follow_up_reference: { flags: '--follow-up-reference <text>' },
  from: { description: "first day in the merchant's time zone, for example 2026-01-31" },
  frequency_days: { description: 'days between charges; required unless the purpose is UNSCHEDULED' },
  group_by: {
    flags: '--by <dimension>',
    description: 'dimension, for example brand, code, currency, terminal or provider_account',
  },
  holder_name: { flags: '--holder <name>', kind: text, description: 'name on the card' },
  include_created: {
    flags: '--include-created',
    description: 'also disable the clients that it created, and those that these created',
  },
  kinds: { flags: '--kinds <kinds>' },
  last_four: { flags: '--last-four <digits>', description: 'last 4 digits of the card or account' },
  limit: { description: 'page size (default 20)' },
  logo: { flags: '--logo <file>', kind: imageFile, description: 'PNG or JPEG file, at most 96 KiB, or none' },
  max_amount: { description: 'limit of a charge, in major units such as 49.00' },
  merchant_id: { kind: text, description: 'merchant ID (default: the demo merchant)' },
  metadata: { description: 'metadata of its payments as JSON' },
  name: { description: 'display name' },
  network_transaction_id: { flags: '--network-transaction-id <id>' },
  overlap_seconds: { flags: '--overlap <seconds>' },
  payment_method_id: { flags: '--payment-method <token>' },
  payment_methods: { description: 'request types and methods, or PAYOUT, for example card,OPEN_BANKING, or any' },
  permissions: { description: 'what it may do, for example payments.create,payments.read, or none' },
  personal_data_days: { flags: '--personal-data-days <days>' },
  private_key: { flags: '--file <path>', description: 'P-256 private key, unencrypted PEM (PKCS #8 or SEC 1)' },
  processing_code: { flags: '--code <processing_code>', description: 'processing code, for example 1004' },
  provider: { description: 'provider, for example card-simulator' },
  provider_account_id: {
    flags: '--account <provider_account_id>',
    description: 'ID of the last charged provider account',
  },
  provider_accounts: { description: 'provider account IDs in routing order, or any' },
  q: { flags: '--find <text>' },
  reason: { flags: '--reason <text>', kind: text },
  request_id: { flags: '--request-id <id>' },
  return_url: { flags: '--return-url <url>', description: 'URL for shoppers who have paid, or none' },
  review: { flags: '--review <state>' },
  revoke_previous: {
    description: 'make replaced credentials invalid immediately, including those that this command replaces',
  },
  role: {
    description: 'role: owner, admin, developer, finance, support or viewer; platform-admin or platform-support',
  },
  settings: { description: 'provider-specific settings; replaces all of them' },
  status: { flags: '--status <status>' },
  subject: { flags: '--subject <id>' },
  terminal_ids: { flags: '--terminals <list>', description: 'the only terminals it may use and see, or any' },
  three_ds: { description: 'shop data sent to issuers (see docs/providers/3dsecure-io.md), or none' },
  time_zone: { flags: '--time-zone <name>' },
  tokenization_enabled: { flags: '--tokenization <on|off>', description: 'allow saved cards' },
  transaction_type: { flags: '--type <transaction_type>' },
  url: { description: 'URL that receives the events' },
  webhook_endpoint_id: { flags: '--endpoint <id>' },
}
