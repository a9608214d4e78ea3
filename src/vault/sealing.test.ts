import { createHash, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { encryptField } from '#test/card-encryption.ts'
import { newVault } from '#test/vault.ts'
import { SealError } from './aead.ts'
import { heldKeyStorage } from './held-keys.ts'
import { createVault, sealNewHashKeys } from './index.ts'
import { DIGEST_KEY } from './keyed-hashes.ts'
import { lruCache } from './lru-cache.ts'

const masterKey = new Secret(randomBytes(32))
const sealedHashKeys = sealNewHashKeys({ masterKey })
const vault = createVault({ masterKey }, sealedHashKeys)
const storage = heldKeyStorage({ masterKey })
const secret = Buffer.from('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')

describe('a sealed secret', () => {
  it('opens under its own context and no other', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.string(), (plaintext, context, other) => {
        const sealed = vault.seal(plaintext, context)
        expect(Buffer.from(vault.open(sealed, context))).toEqual(Buffer.from(plaintext))
        if (other !== context) expect(() => vault.open(sealed, other)).toThrow(SealError)
      }),
    )
  })

  it('with a single altered bit does not open', () => {
    const sealed = vault.seal(secret, 'endpoint')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const altered = Uint8Array.from(sealed)
      altered[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => vault.open(altered, 'endpoint')).toThrow(SealError)
    }
  })

  it('of any shorter length does not open', () => {
    const sealed = vault.seal(secret, 'endpoint')
    for (let size = 0; size < sealed.length; size++) {
      expect(() => vault.open(sealed.subarray(0, size), 'endpoint')).toThrow(SealError)
    }
  })

  it('never opens as something of another purpose', () => {
    const sealed = storage.wrap(secret, 'secret', 'mer_1')
    expect(() => storage.unwrap(sealed, 'private-key', 'mer_1')).toThrow(SealError)
    expect(() => storage.unwrap(sealed, 'payment-data-key', 'mer_1')).toThrow(SealError)
  })

  it('is sealed with fresh salt and nonce every time', () => {
    const seals = Array.from({ length: 2_000 }, () => Buffer.from(vault.seal(secret, 'endpoint')))
    expect(new Set(seals.map((sealed) => sealed.toString('hex', 5, 33))).size).toBe(seals.length)
  })
})

describe('the master key', () => {
  it('has 32 bytes', () => {
    for (const size of [0, 16, 31, 33]) {
      expect(() => newVault(new Secret(randomBytes(size)))).toThrow('32 bytes')
    }
  })

  describe('may be rotated:', () => {
    const next = new Secret(randomBytes(32))
    const rotating = createVault({ masterKey: next, previousMasterKey: masterKey }, sealedHashKeys)
    const rotatedHashKeys = {
      sealedKey: rotating.rewrap(sealedHashKeys.sealedKey, 'hash-key', ''),
      sealedDigestKey: rotating.rewrap(sealedHashKeys.sealedDigestKey!, DIGEST_KEY.purpose, DIGEST_KEY.context),
    }
    const rotated = createVault({ masterKey: next }, rotatedHashKeys)

    it('the previous one still opens, and only the new one seals', () => {
      const sealed = vault.seal(secret, 'endpoint')
      expect(Buffer.from(rotating.open(sealed, 'endpoint'))).toEqual(secret)
      const sealedAgain = rotating.seal(secret, 'endpoint')
      expect(Buffer.from(rotated.open(sealedAgain, 'endpoint'))).toEqual(secret)
      expect(() => vault.open(sealedAgain, 'endpoint')).toThrow(SealError)
    })

    it('a value sealed under either is the same after it is rewrapped, bound as before', () => {
      const newest = heldKeyStorage({ masterKey: next })
      const purposes = fc.constantFrom('private-key', 'payment-data-key', 'data-key', 'hash-key', 'secret' as const)
      const wrappers = fc.constantFrom(storage, newest)
      fc.assert(
        fc.property(wrappers, fc.uint8Array(), purposes, fc.string(), (wrapper, plaintext, purpose, context) => {
          const anew = rotating.rewrap(wrapper.wrap(plaintext, purpose, context), purpose, context)
          expect(Buffer.from(newest.unwrap(anew, purpose, context))).toEqual(Buffer.from(plaintext))
          expect(Buffer.from(anew.subarray(1, 5)).toString('hex')).toBe(rotated.masterKeyId)
          expect(() => newest.unwrap(anew, purpose, `${context} of another`)).toThrow(SealError)
        }),
      )
    })

    it('what neither key opens is not rewrapped', () => {
      const foreign = newVault().seal(secret, 'endpoint')
      expect(() => rotating.rewrap(foreign, 'secret', 'endpoint')).toThrow(SealError)
      expect(() => rotating.rewrap(vault.seal(secret, 'endpoint'), 'secret', 'another')).toThrow(SealError)
    })

    it('each has a fingerprint of its own, which the vaults of both tell alike', () => {
      expect(rotating.masterKeyId).toMatch(/^[0-9a-f]{8}$/)
      expect(rotating.masterKeyId).not.toBe(vault.masterKeyId)
      expect([rotating.masterKeyId, rotating.previousMasterKeyId]).toEqual([rotated.masterKeyId, vault.masterKeyId])
      expect(rotated.previousMasterKeyId).toBeNull()
    })

    it('card hashes and digests stay as they were', () => {
      const number = new Secret('4111111111111111')
      const before = [vault.maskedCardOf('mer_1', number).hash, vault.digestOf('mer_1', 'x')]
      for (const later of [rotating, rotated]) {
        expect([later.maskedCardOf('mer_1', number).hash, later.digestOf('mer_1', 'x')]).toEqual(before)
      }
    })

    it('with the new key alone nothing opens that has not been rewrapped', () => {
      expect(() => createVault({ masterKey: next }, sealedHashKeys)).toThrow(SealError)
      expect(() => rotated.open(vault.seal(secret, 'endpoint'), 'endpoint')).toThrow(SealError)
    })
  })

  it('binds a private key to its merchant and its key id', async () => {
    const key = await vault.createEncryptionKey('mer_1')
    const field = encryptField(key.publicKey, '1')
    const fields = {
      encryptedCardNumber: field,
      encryptedCvv: field,
      encryptedExpirationMonth: field,
      encryptedExpirationYear: field,
    }
    for (const stolen of [
      { ...key, merchantId: 'mer_2' },
      { ...key, keyId: 'key_2' },
    ]) {
      await expect(newVault(masterKey).openCard([stolen], fields, new Date())).rejects.toThrow(SealError)
    }
  })

  it('never prints, nor does a card', () => {
    const printed = `${masterKey} ${JSON.stringify({ masterKey, vault })}`
    expect(printed).not.toContain(masterKey.reveal().toString('base64'))
    expect(printed).toContain('[secret]')
  })
})

describe('the card hash', () => {
  const number = new Secret('4111111111111111')
  const hash = vault.maskedCardOf('mer_1', number).hash

  it('is equal for the same card of one merchant, also in another process', () => {
    expect(vault.maskedCardOf('mer_1', number).hash).toBe(hash)
    expect(createVault({ masterKey }, sealedHashKeys).maskedCardOf('mer_1', new Secret('4111111111111111')).hash).toBe(
      hash,
    )
  })

  it('differs between merchants, cards and gateways', () => {
    const hashes = [
      hash,
      vault.maskedCardOf('mer_2', number).hash,
      vault.maskedCardOf('mer_1', new Secret('4111111111111129')).hash,
      newVault(masterKey).maskedCardOf('mer_1', number).hash,
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('is found by no one who has the masked number but not the key', () => {
    const guesses = (text: string) => [
      createHash('sha256').update(text).digest('base64url'),
      createHash('sha256').update(`mer_1${text}`).digest('base64url'),
      createHmac('sha256', 'mer_1').update(text).digest('base64url'),
    ]
    const middles = ['111111', ...Array.from({ length: 2_000 }, (_, at) => String(at * 499).padStart(6, '0'))]
    expect(middles.flatMap((middle) => guesses(`411111${middle.slice(0, 6)}1111`))).not.toContain(hash)
  })
})

describe('private keys in memory', () => {
  it('are as many as were used last, each made once', () => {
    const made: string[] = []
    const { valueFor } = lruCache<string>(2)
    const use = (id: string) => valueFor(id, () => `${made.push(id)} ${id}`)
    for (const id of ['a', 'a', 'b', 'a', 'c', 'a', 'b']) use(id)
    expect(made).toEqual(['a', 'b', 'c', 'b'])
  })
})
