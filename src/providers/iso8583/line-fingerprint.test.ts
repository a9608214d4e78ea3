import { expect, test } from 'vitest'
import type { ProviderAccount } from '#domain/merchant.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import { settingsOf } from './config.ts'
import { fingerprintMatches, lineFingerprint } from './line-fingerprint.ts'

const account = newIsoAccount(8583)

function openedWith(credentials: ProviderAccount['credentials'], settings = account.settings): string {
  const changed = { ...account, settings, credentials }
  return lineFingerprint({ account: changed }, settingsOf(changed))
}

const key = (fingerprint: string, previous: string | null = null, sealed = 'c2VhbGVk') => ({
  mac_key: { sealed, previous, fingerprint, updatedAt: '2026-11-23T00:00:00Z' },
})

test('other settings and other credentials are another line', () => {
  const line = openedWith(key('f1'))
  expect(fingerprintMatches(line, openedWith(key('f1')))).toBe(true)
  expect(fingerprintMatches(line, openedWith(key('f2')))).toBe(false)
  expect(fingerprintMatches(line, openedWith({}))).toBe(false)
  expect(fingerprintMatches(line, openedWith(key('f1'), { ...account.settings, port: 8584 }))).toBe(false)
})

test('a credential that is sealed again is the same line', () => {
  expect(fingerprintMatches(openedWith(key('f1')), openedWith(key('f1', null, 'YW5ldw==')))).toBe(true)
})

test('a line that takes a value that was replaced is for those who take it too, and one without it for all', () => {
  const [both, one] = [openedWith(key('f1', 'b2xk')), openedWith(key('f1'))]
  expect(fingerprintMatches(both, both)).toBe(true)
  expect(fingerprintMatches(both, one)).toBe(false)
  expect(fingerprintMatches(one, both)).toBe(true)
})
