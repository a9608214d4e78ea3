import { expect, it } from 'vitest'
import type { Provider } from '#providers/port/provider.ts'
import { misplacedCredentials } from './credential-problems.ts'

const FIELD = { label: 'A key.', required: false, problemOf: () => null }
const provider = { credentials: { api_key: FIELD, client_certificate: FIELD } } as unknown as Provider

const refused = (settings: object) => misplacedCredentials(provider, settings as never).map(({ property }) => property)

it.each([
  ...['password', 'PassWord', 'pass-word', 'pass_phrase', 'merchant_password', 'passwd', 'PWD', 'pin'],
  ...['secret', 'client_secret', 'clientSecret', 'webhookSecret', 'shared secret', 'api_secret_1'],
  ...[
    'apikey',
    'apiKey',
    'API-KEY',
    'api.key',
    'x-api-key',
    'key',
    'live_key',
    'private_key',
    'privateKey',
    'hmac_keys',
  ],
  ...['token', 'access_token', 'accessToken', 'refreshTokens', 'bearer', 'Authorization', 'credentials'],
  ...['ｐａｓｓｗｏｒｄ', 'p\u200bassword', 'clientCertificate', 'Client-Certificate'],
])('a setting called %j is refused', (name) => {
  expect(refused({ captures: 'multiple', [name]: 'x1' })).toEqual([`settings.${name}`])
  expect(refused({ deep: { er: [{ [name]: 12_345 }] } })).toEqual([`settings.deep.er.0.${name}`])
})

it('a setting below the maximum depth is rejected', () => {
  const nest = (depth: number): object => (depth === 0 ? { a: 1 } : { a: nest(depth - 1) })
  expect([refused(nest(9)).length, refused(nest(11)).length]).toEqual([0, 1])
})

it.each([
  '-----BEGIN RSA PRIVATE KEY-----\nMII',
  'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x',
  'Bearer abc',
  'https://ana:hunter2@acquirer.example',
])('a value such as %j is refused under any name', (value) => {
  expect(refused({ note: value })).toEqual(['settings.note'])
})

it.each([
  { captures: 'multiple', merchant_account: 'Shop', live_url_prefix: '1797a841fbb37ca7-Shop', balance_account: 'BA1' },
  {
    host: 'acquirer.example',
    tls_ca: '-----BEGIN CERTIFICATE-----',
    merchant_id: 'x',
    terminal_id: 'y',
    city: 'Brussels',
  },
  { require_cvv: true, fee_basis_points: 100, fee_fixed: 5, fault: 'timeout', response_code: 'TRX_STATUS_APPROVED' },
  { network_tokens: true, public_key: 'MIIB', key_id: 'k1', statement_name: 'Passau Keyboards', monkey_count: 3 },
])('other settings are taken: %j', (settings) => {
  expect(refused(settings)).toEqual([])
})
