import { expect, test } from 'vitest'
import { VOUCHER_METHODS, voucherNameOf } from '../src/domain/vouchers.ts'
import { encodeWalletToken } from './payment-method.ts'
import { VOUCHERS } from './vouchers.ts'

test('the vouchers are the gateway’s, by code and by name', () => {
  const known = Object.entries(VOUCHERS).map(([code, name]) => [`voucher-redirect-${code}`, name])
  expect(known).toEqual(VOUCHER_METHODS.map((method) => [method, voucherNameOf(method)]))
  expect(known).toHaveLength(32)
})

test('a wallet token is Base64-encoded as a whole, to the last byte', () => {
  const token = '{"signature":"MEQ=","protocolVersion":"ECv2","signedMessage":"{\\"é\\":1}"}'
  expect(Buffer.from(encodeWalletToken(token), 'base64').toString()).toBe(token)
})
