import { constants, createPrivateKey, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RequestError } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { encryptCard, encryptField, GOOD_CARD, type PlainCard } from '#test/card-encryption.ts'
import { newVault } from '#test/vault.ts'
import { readVectors } from '#test/vectors.ts'
import { masterKeyStorage } from './master-key-storage.ts'
import { privateKeys } from './private-keys.ts'
import type { EncryptedCard, EncryptionKey } from './vault.ts'

const today = new Date()
const masterKey = new Secret(randomBytes(32))
const vault = newVault(masterKey)
const [newest, older, foreign] = (await Promise.all(
  ['mer_1', 'mer_1', 'mer_2'].map((merchantId) => vault.createEncryptionKey(merchantId)),
)) as [EncryptionKey, EncryptionKey, EncryptionKey]

const NUMBER = 'payment_method.data.encrypted_card_number'

function encrypted(publicKey: string, card: Partial<PlainCard> = {}): EncryptedCard {
  const data = encryptCard(publicKey, card)
  return {
    encryptedCardNumber: data.encrypted_card_number,
    encryptedCvv: data.encrypted_cvv,
    encryptedExpirationMonth: data.encrypted_expiration_month,
    encryptedExpirationYear: data.encrypted_expiration_year,
  }
}

async function problemsOf(fields: EncryptedCard, keys: readonly EncryptionKey[] = [newest]) {
  const error = await vault.openCard(keys, fields, today).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(RequestError)
  expect((error as RequestError).kind).toBe('invalid')
  return (error as RequestError).problems
}

describe('encrypted card fields', () => {
  it('open to the card the merchant encrypted', async () => {
    const card = await vault.openCard([newest], encrypted(newest.publicKey), today)
    expect(card.number.reveal()).toBe(GOOD_CARD.number)
    expect(card.cvv?.reveal()).toBe(GOOD_CARD.cvv)
    expect(card.expirationMonth).toBe(Number(GOOD_CARD.expirationMonth))
    expect(card.expirationYear).toBe(Number(GOOD_CARD.expirationYear))
    expect(card.maskedCard).toMatchObject({ masked: '411111******1111', brand: 'visa' })
  })

  it('open under a rotated key for as long as it is among the keys', async () => {
    const fields = encrypted(older.publicKey)
    const card = await vault.openCard([newest, older], fields, today)
    expect(card.number.reveal()).toBe(GOOD_CARD.number)
    expect(await problemsOf(fields, [newest])).toHaveLength(4)
  })

  it('of a merchant without keys are refused like any other', async () => {
    expect(await problemsOf(encrypted(newest.publicKey), [])).toHaveLength(4)
  })

  it('are all named together, each by its own path', async () => {
    const problems = await problemsOf(encrypted(foreign.publicKey))
    expect(new Set(problems.map(({ property }) => property))).toEqual(
      new Set(
        ['card_number', 'cvv', 'expiration_month', 'expiration_year'].map((f) => `payment_method.data.encrypted_${f}`),
      ),
    )
  })

  it('fail in the same way for any error', async () => {
    const good = encrypted(newest.publicKey)
    const { publicKey } = newest
    const rsa = (options: object) =>
      publicEncrypt({ key: publicKey, ...options }, Buffer.from(GOOD_CARD.number)).toString('base64')
    const block = Buffer.from(good.encryptedCardNumber, 'base64')
    const wrong: Record<string, string> = {
      'another merchant’s key': encryptField(foreign.publicKey, GOOD_CARD.number),
      'PKCS #1 v1.5': rsa({ padding: constants.RSA_PKCS1_PADDING }),
      'OAEP with SHA-1': rsa({ padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }),
      'a label': rsa({ padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256', oaepLabel: Buffer.from('x') }),
      'a block above the modulus': Buffer.alloc(256, 0xff).toString('base64'),
      zeros: Buffer.alloc(256).toString('base64'),
      'a byte too few': block.subarray(1).toString('base64'),
      'a byte too many': Buffer.concat([Buffer.alloc(1), block]).toString('base64'),
      'nothing at all': '',
      'an empty text': encryptField(publicKey, ''),
      'the month’s field': good.encryptedExpirationMonth,
      'a number without encryption': GOOD_CARD.number,
      'a wrong check digit': encryptField(publicKey, '4111111111111112'),
      'a space behind the number': encryptField(publicKey, `${GOOD_CARD.number} `),
      'digits of another script': encryptField(publicKey, '４１１１１１１１１１１１１１１１'),
    }
    const expected = await problemsOf({ ...good, encryptedCardNumber: Buffer.alloc(256).toString('base64') })
    expect(expected.map(({ property }) => property)).toEqual([NUMBER])
    for (const [why, encryptedCardNumber] of Object.entries(wrong)) {
      expect(await problemsOf({ ...good, encryptedCardNumber }), why).toEqual(expected)
    }
  })

  it('are strict Base64: no other spelling of the same bytes opens', async () => {
    const good = encrypted(newest.publicKey)
    const text = good.encryptedCardNumber
    const spellings = [
      `${text}\n`,
      ` ${text}`,
      text.replace('==', ''),
      `${text.slice(0, 64)}\n${text.slice(64)}`,
      `${text.slice(0, 9)}*${text.slice(9)}`,
      Buffer.from(text, 'base64').toString('base64url'),
      `${text.slice(0, -3)}${String.fromCharCode(text.charCodeAt(341) + 1)}==`,
    ]
    for (const encryptedCardNumber of spellings) {
      expect((await problemsOf({ ...good, encryptedCardNumber })).map(({ property }) => property)).toEqual([NUMBER])
    }
  })

  it('that are junk are refused and nothing worse', { tags: ['full'] }, async () => {
    const good = encrypted(newest.publicKey)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (encryptedCardNumber) => {
        expect(await problemsOf({ ...good, encryptedCardNumber })).toHaveLength(1)
      }),
    )
  })

  it('refused print neither number nor ciphertext', async () => {
    const fields = encrypted(newest.publicKey, { number: '4111111111111112', cvv: '9876' })
    const printed = JSON.stringify(await problemsOf(fields))
    expect(printed).not.toContain('4111111111111112')
    expect(printed).not.toContain('9876')
    for (const field of Object.values(fields)) expect(printed).not.toContain(field)
  })

  it('do not blame the merchant when the private key itself does not open', async () => {
    const other = newVault()
    const opening = other.openCard([newest], encrypted(newest.publicKey), today)
    await expect(opening).rejects.toThrow('MASTER_KEY')
  })
})

interface RsaVectors {
  privateKeyPem: string
  tests: { tcId: number; msg: string; ct: string; label: string; result: 'valid' | 'invalid' }[]
  wrongMgf: { privateKeyPem: string; tests: { tcId: number; ct: string }[] }
}

const published = readVectors('rsa-oaep-2048-sha256-mgf1sha256.json') as RsaVectors

describe('the published RSA-OAEP vectors', () => {
  const storage = masterKeyStorage(masterKey)
  const decryptBlocks = privateKeys(storage)
  const keyOf = (keyId: string, pem = ''): EncryptionKey => {
    const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
    const publicKey = createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()
    const sealedPrivateKey = storage.wrap(pkcs8, 'private-key', `mer_1 ${keyId}`)
    return { keyId, merchantId: 'mer_1', publicKey, sealedPrivateKey }
  }

  it.each(published.tests)('case $tcId, $result', async ({ msg, ct, label, result }) => {
    const [text] = await decryptBlocks(keyOf('key_1', published.privateKeyPem), [Buffer.from(ct, 'hex')])
    const expected = result === 'valid' && label === '' ? Buffer.from(msg, 'hex').toString('latin1') : ''
    expect(text).toBe(expected)
  })

  it.each(published.wrongMgf.tests)('case $tcId with SHA-1 in the mask is refused', async ({ ct }) => {
    const key = keyOf('key_2', published.wrongMgf.privateKeyPem)
    expect(await decryptBlocks(key, [Buffer.from(ct, 'hex')])).toEqual([''])
  })
})
