import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { RequestError } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { SealError } from './aead.ts'
import { derivedKey } from './held-keys.ts'
import { createVault, sealNewHashKeys } from './index.ts'
import { masterKeyStorage } from './master-key-storage.ts'

const [masterKey, next] = [new Secret(randomBytes(32)), new Secret(randomBytes(32))]
const sealed = sealNewHashKeys({ masterKey })
const vault = createVault({ masterKey }, sealed)
const alone = createVault({ secretsKey: derivedKey(masterKey, 'secrets') }, sealed)
const card = vault.takeCard(
  'mer_1',
  {
    number: new Secret('4111111111111111'),
    cvv: new Secret('123'),
    expirationMonth: '12',
    expirationYear: '2031',
    holderName: '',
  },
  new Date('2026-11-29'),
)

describe('the secrets key alone', () => {
  it('opens and seals everything that decrypts no card, under the fingerprint of the master key', () => {
    expect(Buffer.from(alone.open(vault.seal(Buffer.from('whsec'), 'webhook'), 'webhook')).toString()).toBe('whsec')
    expect(Buffer.from(vault.open(alone.seal(Buffer.from('whsec'), 'webhook'), 'webhook')).toString()).toBe('whsec')
    expect([alone.masterKeyId, alone.opensCards]).toEqual([vault.masterKeyId, false])
  })

  it('computes the digests of lists and rules, which are those of the master key', () => {
    expect(alone.digestOf('mer_1', 'ana@shop.example')).toEqual(vault.digestOf('mer_1', 'ana@shop.example'))
  })

  it('opens, seals and recognizes no card, and says where to', async () => {
    const key = vault.newDataKey('mer_1')
    const stored = { token: 'tok_1', sealed: vault.sealCard(key, 'tok_1', card) }
    for (const attempt of [
      () => alone.openStoredCard(key, stored),
      () => alone.newDataKey('mer_1'),
      () => alone.newPaymentDataKey(),
      () => alone.maskedCardOf('mer_1', card.number),
      () => alone.hashAccount('mer_1', card.number),
      () => alone.sealCardText(card.number, 'request 1'),
      () => alone.openCardText(vault.sealCardText(card.number, 'request 1'), 'request 1'),
      () => alone.rewrap(key.sealedKey, 'data-key', `mer_1 ${key.keyId}`),
      () => alone.walletTokens.createKey(),
      () => alone.walletTokens.simulated.root(),
    ]) {
      expect(attempt).toThrow(RequestError)
      expect(attempt).toThrow('holds no card key')
    }
    await expect(alone.createEncryptionKey('mer_1')).rejects.toThrow('holds no card key')
  })

  it('opens nothing that a card is sealed with as if it were a secret', () => {
    expect(() => alone.open(vault.sealCardText(card.number, 'request 1'), 'request 1')).toThrow(SealError)
  })

  it('follows a rotation, with the previous one', () => {
    const rotating = createVault({ masterKey: next, previousMasterKey: masterKey }, sealed)
    const keys = { secretsKey: derivedKey(next, 'secrets'), previousSecretsKey: derivedKey(masterKey, 'secrets') }
    const follower = createVault(keys, sealed)
    const [before, after] = [vault, rotating].map((by) => by.seal(Buffer.from('whsec'), 'webhook'))
    for (const one of [before!, after!]) expect(Buffer.from(follower.open(one, 'webhook')).toString()).toBe('whsec')
    expect([follower.masterKeyId, follower.previousMasterKeyId]).toEqual([rotating.masterKeyId, vault.masterKeyId])
  })
})

describe('a database of release 1.0', () => {
  const storage = masterKeyStorage(masterKey)
  const old = { sealedKey: storage.wrap(randomBytes(32), 'hash-key', ''), sealedDigestKey: null }
  const upgraded = createVault({ masterKey }, old)

  it('is read and written as that release does, so that both run at a time', () => {
    expect(Buffer.from(storage.unwrap(upgraded.seal(Buffer.from('x'), 'a'), 'secret', 'a')).toString()).toBe('x')
    const text = storage.unwrap(upgraded.sealCardText(card.number, 'request 1'), 'secret', 'request 1')
    expect(Buffer.from(text).toString()).toBe(card.number.reveal())
    expect(upgraded.masterKeyId).toBe(storage.keyId)
  })

  it('serves no dashboard alone', () => {
    expect(() => createVault({ secretsKey: derivedKey(masterKey, 'secrets') }, old)).toThrow('from release 1.0')
  })
})
