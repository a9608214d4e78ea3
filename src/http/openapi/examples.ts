import type { TSchema } from 'typebox'
import type { IdPrefix } from '#domain/ids.ts'
import { VERSION } from '../version.ts'

interface Schema {
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly examples?: readonly unknown[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly items?: Schema
  readonly format?: string
  readonly minimum?: number
}

const INSTANT = '2026-01-31T09:30:00.000Z'
const ID = '2mVnQ8sX4kJ7bT5wLp9RzYcHdFg'
const REQUEST_ID = '0b6f3a52-8c1d-4e7a-9f20-5d3c7b1e6a48'
const RETURN_URL = 'https://shop.example/result?order=1001'

/** Examples by field name, for fields whose schema has none. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...{ reference: 'order-1001', description: 'Two bags of coffee', currency: 'EUR', amount: 2800 },
  ...{ terminal_id: 'ter_2mVnQ8sX4kJ7bT5w', client_id: '4kJ7bT5wLp9RzYcHdFg2', external_client_id: 'larkspur-erp' },
  ...{ provider: 'simulator-a', payment_provider_id: 'simulator-a', network_transaction_id: null, agreement_id: null },
  ...{ payment_link_id: null, gateway_id: 'tollgate', master_key_id: '9f2c61d0', locale: 'ro-RO', agreement: null },
  ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', country: 'RO', city: 'Cluj' },
  ...{ address: '1 Market Square', postal_code: '400001', phone: '+40700000000', normalized_amount: 2800 },
  ...{ status: 'APPROVED', transaction_type: 'PURCHASE', approved: true, pending: false, processing_code: '0000' },
  ...{ response_message: 'Approved', method: '411111******1111', type: 'card', brand: 'visa', outgoing_amount: null },
  ...{ masked: '411111******1111', token: `tok_${ID}`, expiration_month: 12, expiration_year: 2031 },
  ...{ user_agent: 'Mozilla/5.0 (X11; Linux x86_64)', accept_header: 'text/html', language: 'ro-RO' },
  ...{ screen_height: 1080, screen_width: 1920, color_depth: 24, time_zone_offset: -120, java_enabled: false },
  ...{ customer_ip: '203.0.113.7', ip: '203.0.113.7', name: 'Larkspur Coffee', time_zone: 'Europe/Bucharest' },
  ...{
    account_number: '50100012345678',
    account_name: 'Ada Lovelace',
    eci: '05',
    systan: 104_217,
    approved_amount: 2800,
  },
  ...{ url: 'https://shop.example/webhooks', route: '/api/transactions/authorize', event: 'transaction.processed' },
  ...{ hosted_payment_page_url: `https://pay.example/pay/ses_${ID}`, from: '2026-01-01', to: '2026-01-31' },
  ...{ requestor_url: 'https://shop.example', merchant_country: 'RO', trans_status: 'Y', rotation: null },
  ...{ merchant_name: 'LARKSPUR COFFEE', acquirer_bin: '412345', acquirer_merchant_id: '000000001234567' },
  ...{ attempts: 1, attempt: 1, duration_ms: 84, retry_count: 1, consecutive_failures: 0, approval_rate: 0.94 },
  ...{ action: null, redirect: null, form_submit: null, data: null, metadata: null, received_at: INSTANT },
  ...{ opened_at: null, next_probe_at: null, next_attempt_at: null, retires_at: null, failure: null, answer: '' },
  ...{ response_status: 200, http_status: 200, previous_master_key_id: null, parent_transaction_id: null },
  ...{ approval_code: '104217', reference_number: '603109104217', allowed_actions: ['refund'], transactions: [] },
  ...{ hash: '9f2c61d0a7be4853', previous_secret_until: null, client_key: `test_${ID}`, failed_at: null },
  ...{ secret: 'whsec_2mVnQ8sX4kJ7bT5wLp9RzYcHdFgAAAA=', return_url: RETURN_URL, cancel_url: RETURN_URL },
  ...{ error_url: RETURN_URL, next_cursor: null, parent_id: null, parent_metadata: null, follow_up_reference: null },
  ...{ awaiting: null, redirect_url: null, rows: 42, gross: 2800, fee: 42, net: 2758, rule: 'Large orders' },
  ...{ day: '2026-01-31', date: '2026-01-31', currencies: ['EUR'], provider_accounts: null, three_ds: null },
  ...{ transaction_types: null, payment_methods: null, allowed_origins: ['https://shop.example'], errors: [] },
  ...{ request_id: REQUEST_ID, last_request_id: REQUEST_ID, path: '/api/transactions/authorize', refused_fields: [] },
  ...{ warnings: [], problems: [], discrepancies: [], differences: [], open_circuits: [], simulated_only: [] },
  ...{ actor: `per_${ID}`, subject: 'ter_2mVnQ8sX4kJ7bT5w', created_by: 'Ada Lovelace', title: 'Payment created' },
  ...{ batch: '2026-01-31', format: 'generic', reason: 'Checked with the bank', provider_reference: '603109104217' },
  ...{ public_key: 'MIIBIjANBgkqhkiG…', fingerprint: '9f2c61d0a7be4853', client_secret: 'pR4tY7uE2mVnQ8sX4kJ7' },
  ...{ wallet_recipients: ['merchant:12345678901234567890'], wallet_public_keys: ['BKq3VZg…Base64…Zg=='] },
  ...{ payment_data: 'eyJhbGciOiJkaXIi…', walleta_pay_token: '{"protocolVersion":"ECv2",…}', operation: 'PURCHASE' },
  ...{ origin: 'https://shop.example', transaction_initiated_by: 'CUSTOMER', authentication_level: null },
  ...{ version: VERSION, realm: 'uat', link: 'https://pay.example/dashboard/link#kq3VZg', authentication_status: null },
}

type Values = Readonly<Record<string, unknown>>

/** Fields that only payments and payouts have, not their follow-ups. */
const SUMS: Values = { captured_amount: 2800, refunded_amount: 0, disputed_amount: 0 }

/** Examples of single operations; they also show optional fields, undefined with their usual value. */
const OF_OPERATIONS: Readonly<Record<string, Values>> = {
  authorizePayment: { ...SUMS, description: VALUES.description, browser_info: undefined, return_url: RETURN_URL },
  createPayment: {
    ...{
      ...SUMS,
      transaction_type: 'PAYMENT',
      type: 'OPEN_BANKING',
      method: 'OPEN_BANKING',
      masked: null,
      brand: null,
    },
  },
  createPayout: {
    ...{ ...SUMS, captured_amount: 0, transaction_type: 'PAYOUT', currency: 'INR', ifsc: 'HDFC0001234' },
    ...{ method: 'bank_account', masked: '**********5678', brand: null },
  },
  manageTransaction: {
    ...{ transaction_type: 'REFUND', parent_id: `trx_${ID}`, allowed_actions: [] },
    follow_up_reference: 'return-7',
  },
  createSession: { status: 'CREATED', transaction_id: null, transactions: [] },
  changeSession: { description: VALUES.description, metadata: { cart: '7' }, status: 'CREATED', transaction_id: null },
  createPaymentLink: {
    ...{ amount: 4900, amount_min: null, amount_max: null, max_payments: 1, status: 'ACTIVE', session_ids: [] },
    ...{ payments: 0, collected_amount: 0, completed_at: null, last_transaction_id: null },
  },
  changePaymentLink: { status: 'DISABLED', completed_at: null },
  cancelSession: { status: 'CANCELED', transaction_id: null },
  createCustomer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
  changeCustomer: { phone: '+40700000000' },
  changeWebhookEndpoint: { status: 'ACTIVE' },
  redeliverFailedEvents: { created_from: INSTANT },
  adminCreateMerchant: { country: 'RO', time_zone: 'Europe/Bucharest' },
  adminChangeMerchant: { time_zone: 'Europe/Bucharest' },
  adminCreateTerminal: { currencies: ['EUR'] },
  adminChangeTerminal: { currencies: ['EUR'] },
  adminCreateProviderAccount: { provider: 'card-simulator', name: 'Main account' },
  invitePerson: { merchant_id: undefined },
  adminChangeProviderAccount: { name: 'Main account' },
  importAgreement: { network_transaction_id: '016153570198200' },
  showPaymentAnalytics: {
    ...{ interval: 'day', group_by: 'payment_method', payments: 17, approved: 16, canceled: 0, expired: 0, invalid: 0 },
  },
  showSystem: { id: `prf_${ID}` },
  listViews: { id: `viw_${ID}` },
  createView: { id: `viw_${ID}` },
  listRequests: { method: 'POST', status: 200 },
  saveRules: { method: 'PUT', status: 409 },
  adminSaveRules: { method: 'PUT', status: 409 },
  showScriptInventory: {
    ...{ url: 'https://pay.example/embedded-fields/v1.js', integrity: 'sha384-kq3VZg…', page: '/hosted-payment-page' },
    ...{ reason: 'Prints the receipt.', content_security_policy: 'script-src https://pay.example' },
  },
  'transaction.review_opened': { action: 'REVIEW' },
  adminRetireWalletKey: { status: 'RETIRED' },
}

const FORMATS: Readonly<Record<string, unknown>> = {
  'date-time': INSTANT,
  date: '2026-01-31',
  uri: 'https://shop.example',
}

/** Prefixes of IDs by what the name of the field, or the title of its object, contains; others are of transactions. */
const ID_PREFIXES: Readonly<Record<string, IdPrefix>> = {
  ...{ merchant: 'mer', order: 'ord', provider_account: 'acc', payment_method: 'tok', attempt: 'att', session: 'ses' },
  ...{ agreement: 'agr', payment_link: 'lnk', dispute: 'dsp', webhook_endpoint: 'whe', event_id: 'evt', audit: 'aud' },
  ...{ customer: 'cus', erasure: 'ers', list_entry: 'lst', settlement: 'stl', person: 'per', invitation: 'inv' },
  key: 'key',
}

export function exampleOf(schema: TSchema, operation = ''): unknown {
  return sampleOf(schema as Schema, '', OF_OPERATIONS[operation] ?? SUMS)
}

/** @param within title of the object that has the field */
function sampleOf(schema: Schema, name: string, own: Values, within = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (fits(schema, own[name])) return own[name]
  if (schema.examples) return schema.examples[0]
  const usual = VALUES[name] ?? VALUES[name.replace(/^(customer|payment_method)_/, '')]
  if (fits(schema, usual)) return usual
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, name, own, within)
  const type = [schema.type].flat()[0]
  if (type === 'object') return objectOf(schema, own, within)
  if (type === 'array') return [sampleOf(schema.items!, name.replace(/s$/, ''), own, within)]
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1)
  if (type === 'boolean') return true
  return FORMATS[schema.format ?? ''] ?? textOf(schema, name, within)
}

function objectOf({ title, properties = {}, required = [], minProperties = 0 }: Schema, own: Values, within: string) {
  const isShown = (name: string) => required.includes(name) || name in own || minProperties > 0
  const shown = Object.entries(properties).filter(([name]) => isShown(name))
  return Object.fromEntries(shown.map(([name, field]) => [name, sampleOf(field, name, own, title ?? within)]))
}

function textOf(schema: Schema, name: string, within: string): string | null {
  if (name.startsWith('encrypted_')) return 'kq3V…Base64…Zg=='
  if (/(^|_)id$/.test(name)) return idOf(name === 'id' ? `${within.toLowerCase().replaceAll(' ', '_')}_id` : name)
  return fits(schema, null) ? null : name.replaceAll('_', ' ') || 'text'
}

function idOf(name: string): string {
  return `${Object.entries(ID_PREFIXES).find(([word]) => name.includes(word))?.[1] ?? 'trx'}_${ID}`
}

/** Checks the type, because fields of one name may differ. */
function fits({ type, enum: values, anyOf, items }: Schema, value: unknown): boolean {
  if (value === undefined) return false
  if (anyOf) return anyOf.some((variant) => fits(variant, value))
  if (values) return values.includes(value)
  if (Array.isArray(value) && items && !value.every((item) => fits(items, item))) return false
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const types = [type].flat()
  return types.includes(kind) || (kind === 'number' && types.includes('integer') && Number.isInteger(value))
}
