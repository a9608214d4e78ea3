import { expect, test } from 'vitest'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import { CREDENTIALS, problemsOfSettings, settingsOf } from './config.ts'

const { settings } = newIsoAccount(8583)

test('an account needs an address and what names the shop, and nothing else', () => {
  expect(problemsOfSettings(settings)).toEqual([])
  expect(problemsOfSettings({}).map(({ property }) => property)).toEqual(
    ['host', 'port', 'acquirer_id', 'terminal_id', 'merchant_id', 'merchant_category_code', 'city', 'country'].map(
      (name) => `settings.${name}`,
    ),
  )
})

test('encrypts by default', () => {
  const { tls: _, ...rest } = settings
  expect(settingsOf({ settings: rest })).toMatchObject({ tls: true, length_form: 'ascii4', bitmap_form: 'hex' })
})

test.each<[string, unknown]>([
  ['host', 'acquirer.example/path'],
  ['port', 0],
  ['port', '8583'],
  ['tls', 'no'],
  ['tls_ca', 'a certificate'],
  ['length_form', 'bcd'],
  ['bitmap_form', 'ebcdic'],
  ['field_table', 'constructor'],
  ['acquirer_id', '123456789012'],
  ['terminal_id', 'TERMINAL1'],
  ['merchant_id', 'MERCHANT 1'],
  ['merchant_category_code', '541'],
  ['city', 'Liège'],
  ['country', 'XX'],
  ['time_zone', 'Europe/Atlantis'],
  ['answer_seconds', 4],
])('refuses %s %j', (name, value) => {
  expect(problemsOfSettings({ ...settings, [name]: value }).map(({ property }) => property)).toEqual([
    `settings.${name}`,
  ])
})

test('a credential that is none is refused without being quoted', () => {
  for (const field of Object.values(CREDENTIALS)) {
    expect(field.problemOf('secret-text')).not.toBeNull()
    expect(field.problemOf('secret-text')).not.toContain('secret-text')
  }
  expect(CREDENTIALS.client_key!.problemOf('-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n')).toBeNull()
})
