import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VOUCHER_METHODS, voucherNameOf } from './vouchers.ts'

test('the document for merchants lists every voucher by its name, and no other', () => {
  const page = readFileSync('docs/integrate/vouchers.md', 'utf8')
  const listed = [...page.matchAll(/^\| `(voucher-redirect-\w+)` \| (.+?)(?: \(simulators only\))? \|$/gm)].map(
    ([, method, name]) => [method, name],
  )
  expect(listed).toEqual(VOUCHER_METHODS.map((method) => [method, voucherNameOf(method)]))
  expect(listed).toHaveLength(32)
})

test('only vouchers have a name of a voucher', () => {
  for (const method of ['voucher-redirect-', 'voucher-redirect-xyz', 'voucher-redirect-constructor', 'psc', 'card']) {
    expect(voucherNameOf(method)).toBeUndefined()
  }
})
