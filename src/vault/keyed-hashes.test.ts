import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { setGroup } from '#domain/group.ts'
import { Secret } from '#domain/secret.ts'
import { newVault } from '#test/vault.ts'
import { SealError } from './aead.ts'
import { derivedKey } from './held-keys.ts'
import { createVault, sealNewHashKeys } from './index.ts'
import { bindingOfHashKey, type SealedHashKey } from './keyed-hashes.ts'
import type { Vault } from './vault.ts'

const MERCHANT = 'mer_eu1_0123456789abcdefghijklmnopq'
const [sourceKey, targetKey] = [new Secret(randomBytes(32)), new Secret(randomBytes(32))]
const sealed = sealNewHashKeys({ masterKey: targetKey })

const source = newVault(sourceKey)
const newTarget = () => createVault({ masterKey: targetKey }, sealed)

afterEach(() => setGroup(undefined))

const hold = (vault: Vault, keys: readonly SealedHashKey[], merchantId = MERCHANT) =>
  vault.holdHashKeys(
    keys.map(({ purpose, sealedKey }) => ({
      merchantId,
      purpose,
      sealedKey: Buffer.from(sealedKey).toString('base64'),
    })),
  )

/** Seals keys of the source under the key of the target. */
function resealed(): SealedHashKey[] {
  const between = createVault({ masterKey: targetKey, previousMasterKey: sourceKey }, sealed)
  return source.sealHashKeys(MERCHANT).map(({ purpose, sealedKey }) => {
    const { purpose: use, context } = bindingOfHashKey(MERCHANT, purpose)
    return { purpose, sealedKey: between.rewrap(sealedKey, use, context) }
  })
}

const hashesBy = (vault: Vault, merchantId = MERCHANT) => [
  vault.maskedCardOf(merchantId, new Secret('4111111111111111')).hash,
  vault.hashAccount(merchantId, new Secret('DE89370400440532013000')),
  Buffer.from(vault.digestOf(merchantId, 'payment data')).toString('hex'),
]

describe('hashes by keys of another vault', () => {
  it('are equal to those of that vault, for this merchant only', () => {
    const target = newTarget()
    const [before, others] = [hashesBy(target), hashesBy(target, 'mer_other')]
    hold(target, resealed())
    expect(hashesBy(target)).toEqual(hashesBy(source))
    expect(hashesBy(target)).not.toEqual(before)
    expect(hashesBy(target, 'mer_other')).toEqual(others)
    hold(target, [])
    expect(hashesBy(target)).toEqual(before)
  })

  it('stay when the merchant moves on, and when it returns', () => {
    const target = newTarget()
    hold(target, resealed())
    const next = newVault(targetKey)
    hold(next, target.sealHashKeys(MERCHANT))
    expect(hashesBy(next)).toEqual(hashesBy(source))
    const back = source.sealHashKeys(MERCHANT)
    hold(source, back)
    expect(hashesBy(source)).toEqual(hashesBy(next))
    hold(source, [])
  })

  it('need keys under the master key of this vault, or its previous one', () => {
    const target = newTarget()
    hold(target, source.sealHashKeys(MERCHANT))
    expect(() => hashesBy(target)).toThrow(SealError)
    const rotating = createVault({ masterKey: targetKey, previousMasterKey: sourceKey }, sealed)
    hold(rotating, source.sealHashKeys(MERCHANT))
    expect(hashesBy(rotating)).toEqual(hashesBy(source))
  })

  it('need keys of this merchant', () => {
    const target = newTarget()
    hold(target, resealed(), 'mer_other')
    expect(() => hashesBy(target, 'mer_other')).toThrow(SealError)
  })

  it('include digests without the card key', () => {
    const dashboard = createVault({ secretsKey: derivedKey(targetKey, 'secrets') }, sealed)
    hold(dashboard, resealed())
    expect(dashboard.digestOf(MERCHANT, 'payment data')).toEqual(source.digestOf(MERCHANT, 'payment data'))
    expect(() => dashboard.hashAccount(MERCHANT, new Secret('1'))).toThrow('The dashboard holds no card key here.')
  })
})

describe('a merchant of another group', () => {
  const UNAVAILABLE = expect.objectContaining({ kind: 'unavailable', retryAfter: 2 })

  it('has no hashes without its keys, so that none is wrong', () => {
    setGroup('us1')
    const target = newTarget()
    expect(() => hashesBy(target)).toThrow(UNAVAILABLE)
    expect(() => target.digestOf(MERCHANT, 'payment data')).toThrow(UNAVAILABLE)
    expect(() => target.sealHashKeys(MERCHANT)).toThrow(UNAVAILABLE)
    setGroup(undefined)
    const keys = resealed()
    const expected = hashesBy(source)
    setGroup('us1')
    hold(target, keys)
    expect(hashesBy(target)).toEqual(expected)
    hold(target, [])
    expect(() => hashesBy(target)).toThrow(UNAVAILABLE)
  })

  it('is none whose ID names this group, or no group', () => {
    setGroup('us1')
    for (const id of ['mer_us1_0123456789abcdefghijklmnopq', 'mer_0123456789abcdefghijklmnopq'])
      expect(hashesBy(newTarget(), id)).toHaveLength(3)
  })
})
