// Pays with a test card at a steady rate, for k6 1.0 or newer (docs/operate/capacity.md#measure-your-installation).
import { check } from 'k6'
import encoding from 'k6/encoding'
import http from 'k6/http'

const { DEMO = '../../data/demo.json', RATE = '10', DURATION = '1m' } = __ENV
const { base_url, auth_url, realm, merchant } = JSON.parse(open(DEMO))
if (realm !== 'uat') throw new Error('These payments are for simulators: choose a gateway with REALM=uat.')

export const options = {
  scenarios: {
    payments: {
      executor: 'constant-arrival-rate',
      rate: Number(RATE),
      duration: DURATION,
      preAllocatedVUs: Number(RATE),
      maxVUs: 20 * Number(RATE),
    },
  },
  thresholds: {
    checks: ['rate==1'],
    dropped_iterations: ['count==0'],
    'http_req_duration{name:authorize}': ['p(95)<500'],
    'http_req_duration{name:status}': ['p(95)<200'],
  },
}

const TOKEN_MS = 240_000
const RSA = { name: 'RSA-OAEP', hash: 'SHA-256' }

// Each virtual user has its own.
let token = { value: '', until: 0 }
let key

async function authorization() {
  if (Date.now() < token.until) return `Bearer ${token.value}`
  const { client_id, client_secret } = merchant
  const url = `${auth_url}/realms/${realm}/protocol/openid-connect/token`
  const form = { grant_type: 'client_credentials', client_id, client_secret }
  const answer = await http.asyncRequest('POST', url, form, { tags: { name: 'token' } })
  token = { value: String(answer.json('access_token')), until: Date.now() + TOKEN_MS }
  return `Bearer ${token.value}`
}

async function call(name, method, path, body) {
  const headers = { Authorization: await authorization(), 'Content-Type': 'application/json' }
  return http.asyncRequest(method, base_url + path, body && JSON.stringify(body), { headers, tags: { name } })
}

async function encrypt(text) {
  const spki = encoding.b64decode(merchant.public_key.replace(/-----[A-Z ]+-----|\s/g, ''))
  key ??= await crypto.subtle.importKey('spki', spki, RSA, false, ['encrypt'])
  const bytes = Uint8Array.from(text, (digit) => digit.charCodeAt(0))
  return encoding.b64encode(await crypto.subtle.encrypt({ name: RSA.name }, key, bytes))
}

async function order() {
  return {
    reference: crypto.randomUUID(),
    terminal_id: merchant.terminal_id,
    currency: 'EUR',
    amount: 1250,
    transaction_type: 'PURCHASE',
    payment_method: {
      type: 'card',
      data: {
        encrypted_card_number: await encrypt('4111111111111111'),
        encrypted_cvv: await encrypt('123'),
        encrypted_expiration_month: await encrypt('12'),
        encrypted_expiration_year: await encrypt('2035'),
      },
    },
    browser_info: {
      user_agent: 'k6',
      accept_header: '*/*',
      java_enabled: false,
      color_depth: 24,
      screen_height: 900,
      screen_width: 1440,
      time_zone_offset: -60,
      language: 'en',
    },
    // A card without 3-D Secure.
    metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED' },
  }
}

export default async function pay() {
  const payment = await call('authorize', 'POST', '/api/transactions/authorize', await order())
  const isApproved = (answer) => answer.status === 200 && answer.json('result.status') === 'APPROVED'
  if (!check(payment, { 'the payment is approved': isApproved })) return
  const status = await call('status', 'GET', `/api/transactions/${payment.json('result.id')}/status`)
  const isRecorded = (answer) => answer.status === 200 && answer.json('transaction.status') === 'APPROVED'
  check(status, { 'it is recorded': isRecorded })
}
