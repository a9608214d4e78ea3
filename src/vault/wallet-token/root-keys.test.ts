import { describe, expect, it } from 'vitest'
import { newRootKey, rootKeySet, valuesOf } from '#test/wallet-roots.ts'
import { parseRootKeys } from './root-keys.ts'

describe('root keys', () => {
  it('are read as the wallet publishes them', () => {
    const value = newRootKey()
    expect(parseRootKeys(rootKeySet(value))).toMatchObject([{ protocolVersion: 'ECv2', expiresAt: 32_503_680_000_000 }])
    expect(valuesOf(parseRootKeys(rootKeySet(value)))).toEqual([value])
  })

  it.each([
    ['no JSON', 'keys', 'JSON'],
    ['no list', '{"keys":{}}', 'list named keys'],
    ['a key that is none', '{"keys":[{"keyValue":"AAAA","protocolVersion":"ECv2"}]}', 'keys[0].keyValue'],
    ['an entry that is null', '{"keys":[null]}', 'keys[0].keyValue'],
    ['a number as expiry', rootKeySet(newRootKey()).replace('"32503680000000"', '7'), 'keys[0].keyExpiration'],
  ])('%s gets its own error', (_what, text, told) => {
    expect(() => parseRootKeys(text)).toThrow(told)
  })
})
