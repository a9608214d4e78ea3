import type { TSchema } from 'typebox'

interface Schema {
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
const RETURN_URL = 'https://shop.example/result?order=1001'

/** Examples by field name, for fields whose schema has none. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...{ reference: 'order-1001', order_id: 'ord_2mVnQ8sX4kJ7', description: 'Two bags of coffee', currency: 'EUR' },
  ...{ amount: 2800, normalized_amount: 2800, captured_amount: 2800, refunded_amount: 0, approved_amount: 2800 },
  ...{ merchant_id: 'mer_2mVnQ8sX4kJ7', terminal_id: 'ter_2mVnQ8sX', transaction_id: 'trx_2mVnQ8sX4kJ7' },
  ...{ provider: 'simulator-a', payment_provider_id: 'simulator-a', payment_provider_account_id: 'pac_2mVnQ8sX4kJ7' },
  ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', country: 'RO', city: 'Cluj' },
  ...{ address: '1 Market Square', postal_code: '400001', phone: '+40700000000', customer_id: 'c-77' },
  ...{ status: 'APPROVED', transaction_type: 'PURCHASE', approved: true, pending: false, processing_code: '0000' },
  ...{
    response_message: 'Approved',
    method: '411111******1111',
    type: 'card',
    brand: 'visa',
    masked: '411111******1111',
  },
  ...{ token: 'tok_2mVnQ8sX4kJ7', payment_method_id: 'tok_2mVnQ8sX4kJ7', expiration_month: 12, expiration_year: 2031 },
  ...{ user_agent: 'Mozilla/5.0 (X11; Linux x86_64)', accept_header: 'text/html', language: 'ro-RO' },
  ...{ screen_height: 1080, screen_width: 1920, color_depth: 24, time_zone_offset: -120, java_enabled: false },
  ...{ customer_ip: '203.0.113.7', ip: '203.0.113.7', name: 'Larkspur Coffee', time_zone: 'Europe/Bucharest' },
  ...{ account_number: '50100012345678', account_name: 'Ada Lovelace', eci: '05', systan: 104_217 },
  ...{ url: 'https://shop.example/webhooks', route: '/api/transactions/authorize', event: 'transaction.processed' },
  ...{ hosted_payment_page_url: 'https://pay.example/pay/ses_2mVnQ8sX4kJ7', from: '2026-01-01', to: '2026-01-31' },
  ...{ requestor_url: 'https://shop.example', merchant_country: 'RO', trans_status: 'Y', rotation: null },
  ...{ merchant_name: 'LARKSPUR COFFEE', acquirer_bin: '412345', acquirer_merchant_id: '000000001234567' },
  ...{ attempts: 1, attempt: 1, duration_ms: 84, retry_count: 1, consecutive_failures: 0, approval_rate: 0.94 },
  ...{ action: null, redirect: null, form_submit: null, data: null, metadata: null, received_at: INSTANT },
  ...{ opened_at: null, next_probe_at: null, next_attempt_at: null, retires_at: null, failure: null, answer: '' },
  ...{ response_status: 200, http_status: 200, previous_master_key_id: null, parent_transaction_id: null },
  ...{ approval_code: '104217', reference_number: '603109104217', allowed_actions: ['refund'], transactions: [] },
  ...{ hash: '9f2c61d0a7be4853', previous_secret_until: null, client_key: 'ck_2mVnQ8sX4kJ7', failed_at: null },
  ...{ secret: 'whsec_2mVnQ8sX4kJ7bT5wLp9RzYcHdFgAAAA=', return_url: RETURN_URL, cancel_url: RETURN_URL },
  ...{
    error_url: RETURN_URL,
    next_cursor: null,
    parent_id: null,
    parent_metadata: null,
    follow_up_reference: null,
    awaiting: null,
    redirect_url: null,
    rows: 42,
    gross: 2800,
    fee: 42,
    net: 2758,
  },
  ...{ day: '2026-01-31', date: '2026-01-31', currencies: ['EUR'], provider_accounts: null, three_ds: null },
  ...{ transaction_types: null, payment_methods: null, allowed_origins: ['https://shop.example'], errors: [] },
}

type Values = Readonly<Record<string, unknown>>

/** Examples of single operations; undefined omits an optional field. */
const OF_OPERATIONS: Readonly<Record<string, Values>> = {
  authorizePayment: { description: VALUES.description, browser_info: undefined, return_url: RETURN_URL },
  createPayment: {
    transaction_type: 'PAYMENT',
    type: 'OPEN_BANKING',
    method: 'OPEN_BANKING',
    masked: null,
    brand: null,
  },
  createPayout: {
    ...{ transaction_type: 'PAYOUT', currency: 'INR', ifsc: 'HDFC0001234' },
    ...{ method: 'bank_account', masked: '**********5678', brand: null },
  },
  manageTransaction: {
    ...{ transaction_type: 'REFUND', parent_id: 'trx_2mVnQ8sX4kJ7', allowed_actions: [] },
    follow_up_reference: 'return-7',
  },
  createSession: { status: 'CREATED', transaction_id: null, transactions: [] },
  changeSession: { description: VALUES.description, metadata: { cart: '7' }, status: 'CREATED', transaction_id: null },
  createPaymentLink: {
    ...{
      amount: 4900,
      amount_min: null,
      amount_max: null,
      max_payments: 1,
      status: 'ACTIVE',
      session_ids: [],
      payments: 0,
    },
    ...{ collected_amount: 0, completed_at: null, last_transaction_id: null },
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
  invitePerson: { merchant_id: VALUES.merchant_id },
  adminChangeProviderAccount: { name: 'Main account' },
  adminRetireWalletKey: { status: 'RETIRED' },
}

const ID = '2mVnQ8sX4kJ7bT5wLp9RzYcHdFg'

const FORMATS: Readonly<Record<string, unknown>> = {
  'date-time': INSTANT,
  date: '2026-01-31',
  uri: 'https://shop.example',
}

export function exampleOf(schema: TSchema, operation = ''): unknown {
  return sampleOf(schema as Schema, '', OF_OPERATIONS[operation] ?? {})
}

function sampleOf(schema: Schema, name: string, own: Values): unknown {
  if (schema.const !== undefined) return schema.const
  for (const values of [own, VALUES]) if (fits(schema, values[name])) return values[name]
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, name, own)
  const type = [schema.type].flat()[0]
  if (type === 'object') return objectOf(schema, own)
  if (type === 'array') return [sampleOf(schema.items!, name.replace(/s$/, ''), own)]
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1)
  if (type === 'boolean') return true
  return FORMATS[schema.format ?? ''] ?? textOf(name)
}

function objectOf({ properties = {}, required = [], minProperties = 0 }: Schema, own: Values): object {
  const isShown = (name: string) => required.includes(name) || name in own || minProperties > 0
  const shown = Object.entries(properties).filter(([name]) => isShown(name))
  return Object.fromEntries(shown.map(([name, field]) => [name, sampleOf(field, name, own)]))
}

function textOf(name: string): string {
  if (name.startsWith('encrypted_')) return 'kq3V…Base64…Zg=='
  return /(^|_)id$/.test(name) ? ID : name.replaceAll('_', ' ') || 'text'
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
