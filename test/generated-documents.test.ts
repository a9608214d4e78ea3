import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Facts of the generated documents, written here by hand: their own tests compare them with the tables that they are
// made from, and a snapshot that is written again agrees with any table.

const read = (path: string) => readFileSync(path, 'utf8')

/** Rows of all tables of a text: the cells behind the first one, by each name in that one. */
function rowsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row!.split('|').map(plain))
  return new Map(rows.flatMap(([first, ...others]) => first!.split(' ').map((name) => [name, others])))
}

const plain = (cell: string) => cell.replaceAll('`', '').trim()

function partOf(text: string, heading: string): string {
  const part = text.split(/^##+ /m).find((each) => each.startsWith(`${heading}\n`))
  if (part === undefined) throw new Error(`There is no heading ${heading}.`)
  return part
}

it.each([
  ['0000', 'Approved', 'APPROVED'],
  ['1000', 'Declined', 'DECLINED'],
  ['1001', 'Failed', 'DECLINED'],
  ['1002', 'Pending', 'PENDING'],
  ['1003', 'Canceled', 'CANCELED'],
  ['1004', 'Insufficient funds', 'DECLINED'],
  ['1005', 'Session expired', 'SESSION_EXPIRED'],
  ['2000', 'Invalid request', 'INVALID'],
  ['2013', 'Terminal not found', 'INVALID'],
  ['2014', 'Terminal inactive', 'INVALID'],
  ['2015', 'Terminal not accepting payments', 'INVALID'],
  ['2017', 'Merchant inactive', 'INVALID'],
])('processing code %s is %s with status %s', (code, name, status) => {
  expect(rowsOf(read('docs/reference/processing-codes.md')).get(code)?.slice(0, 2)).toEqual([name, status])
})

it.each([
  ['TRX_STATUS_APPROVED', 'APPROVED', '0000'],
  ['TRX_STATUS_FAILED', 'DECLINED', '1001'],
  ['TRX_STATUS_PENDING', 'PENDING', '1002'],
  ['TRX_STATUS_CANCELED', 'CANCELED', '1003'],
  ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'DECLINED', '1004'],
  ['TRX_STATUS_SESSION_EXPIRED', 'SESSION_EXPIRED', '1005'],
  ['AUTHENTICATION_NOT_AUTHENTICATED', 'INVALID', '3000'],
  ['RISK_FAILED_BLACKLISTED', 'DECLINED', '4100'],
  ['RISK_FAILED_FRAUD', 'DECLINED', '4101'],
  ['RISK_FAILED_VELOCITY_CHECK', 'DECLINED', '4200'],
])('response_code %s gives %s %s', (code, status, processingCode) => {
  expect(rowsOf(read('docs/integrate/test-values.md')).get(code)?.slice(0, 2)).toEqual([status, processingCode])
})

it.each([
  ['VERSIONING_NOT_ENROLLED', 'no authentication'],
  ['VERSIONING_FINGERPRINT_Y_CHALLENGE', 'Y'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_CHALLENGE', 'Y'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_FRICTIONLESS', 'A'],
  ['VERSIONING_FINGERPRINT_N_CHALLENGE', 'Y'],
  ['VERSIONING_FINGERPRINT_N_FRICTIONLESS', 'N'],
  ['VERSIONING_FINGERPRINT_A_FRICTIONLESS', 'A'],
])('simulated_flow %s ends with %s', (flow, ending) => {
  expect(rowsOf(read('docs/integrate/test-values.md')).get(flow)?.at(-1)).toBe(ending)
})

it.each([
  ['visa', '4111111111111111'],
  ['mastercard', '5555555555554444'],
  ['amex', '378282246310005'],
])('the test card of %s is %s', (brand, number) => {
  expect(rowsOf(read('docs/integrate/test-values.md')).get(brand)?.[0]).toBe(number)
})

it.each([
  ['PORT', '3000'],
  ['HOST', '127.0.0.1'],
  ['REALM', 'uat'],
  ['DATA_DIR', './data'],
  ['WEBHOOK_RETRY_SCHEDULE', '5,300,1800,7200,18000,36000,50400,72000,86400'],
  ['SESSION_TTL_SECONDS', '3600'],
  ['CHALLENGE_TTL_SECONDS', '600'],
  ['PENDING_TTL_SECONDS', '604800'],
  ['SETTLEMENT_DELAY_SECONDS', '86400'],
  ['PROVIDER_TIMEOUT_SECONDS', '10'],
  ['MAX_PROVIDER_RETRIES', '5'],
  ['GATEWAY_ID', 'tollgate'],
])('%s is %s by default', (setting, value) => {
  expect(rowsOf(read('docs/operate/settings.md')).get(setting)?.[0]).toBe(value)
  expect(read('.env.example')).toMatch(new RegExp(`^#?\\s*${setting}=`, 'm'))
})

it.each([
  ['payments.read', '● ● ● ● ● ● ● ●'],
  ['payments.refund', '◐ ◐ – ◐ ◐ – – –'],
  ['payments.capture', '● ● – ● ● – – –'],
  ['team.manage', '◐ ◐ – – – – ◐ –'],
  ['keys.rotate', '◐ ◐ ◐ – – – ◐ –'],
  ['merchants.manage', '– – – – – – ◐ –'],
])('%s is for owner, admin, developer, finance, support, viewer and the platform’s two: %s', (permission, marks) => {
  expect(rowsOf(read('docs/operate/dashboard-roles.md')).get(permission)?.join(' ')).toBe(marks)
})

it.each([
  ['cashfree', 'UPI', 'PAYMENT, REFUND', 'INR'],
  ['cashfree', 'PAYOUT', 'PAYOUT', 'INR'],
  ['adyen', 'PAYOUT', 'PAYOUT', 'EUR'],
  ['adyen', 'walleta-pay-redirect', 'PURCHASE, REFUND, VOID', 'all'],
])('%s supports %s: %s in %s', (provider, method, operations, currencies) => {
  const row = rowsOf(partOf(read('docs/providers/capabilities.md'), provider)).get(method)
  expect([row?.[0], row?.at(-2)]).toEqual([operations, currencies])
})

it('an acquirer over ISO 8583 supports three networks, and PayPal wallets alone', () => {
  const document = read('docs/providers/capabilities.md')
  expect(rowsOf(partOf(document, 'iso8583')).get('card')?.at(-1)).toBe('visa, mastercard, maestro')
  expect([...rowsOf(partOf(document, 'paypal')).keys()].slice(2)).toEqual(['WALLETS'])
})

it('the catalog of events has transaction.processed with every field of its payload', () => {
  const part = partOf(read('docs/reference/event-types.md'), 'transaction.processed')
  const required =
    'id merchant_id terminal_id order_id reference currency transaction_type processing_code status amount'
  const further =
    'created_at updated_at payment_link_id description response_message approval_code reference_number parent_id transaction_initiated_by payment_provider_response_code payment_provider_response_message customer_id outgoing_currency payment_method_method payment_method_hash payment_method_type payment_method_brand payment_method_masked payment_method_token customer_first_name customer_last_name customer_address customer_city customer_country customer_postal_code customer_email customer_phone_number authentication_status systan authentication_level normalized_amount outgoing_amount metadata'
  expect([...rowsOf(part).keys()]).toEqual(expect.arrayContaining(`${required} ${further}`.split(' ')))
})

it.each(['merchant create', 'terminal create', 'webhook create', 'transaction show', 'event redeliver', 'keys rotate'])(
  'tollgate %s stands in the document of the command',
  (command) => {
    expect(read('docs/operate/command.md')).toContain(`### ${command}\n`)
  },
)
