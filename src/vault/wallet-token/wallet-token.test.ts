import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newVault } from '#test/vault.ts'
import { derivedRootScalar } from './index.ts'
import { simulatedWallet } from './issue.ts'
import { newScalar } from './p256.ts'
import type { WalletTokenError, WalletTokenFault } from './wallet-token-error.ts'
import type { WalletTerms } from './wallet-tokens.ts'

const { walletTokens } = newVault()
const wallet = walletTokens.simulated
const key = walletTokens.createKey()
const today = new Date('2030-06-15T12:00:00Z')
const now = today.getTime()
const terms: WalletTerms = {
  merchantId: 'mer_1',
  recipientId: 'gateway:tollgate',
  ownRecipients: [],
  roots: [wallet.root()],
  keys: [key],
  now: today,
  today,
}

const CARD = { pan: '4111111111111111', expirationMonth: 12, expirationYear: 2031, authMethod: 'PAN_ONLY' }
const PROOF = { authMethod: 'CRYPTOGRAM_3DS', cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=', eciIndicator: '07' }

const messageOf = (changes: object = {}, details: object = {}) => ({
  gatewayMerchantId: 'mer_1',
  messageId: 'message-1',
  messageExpiration: String(now + 60_000),
  paymentMethod: 'CARD',
  paymentMethodDetails: { ...CARD, ...details },
  ...changes,
})

const issue = (message: object = messageOf(), recipient = terms.recipientId, from = wallet, at = now) =>
  from.issue(message, recipient, key.publicKey, at)

function faultOf(token: string, changes: Partial<WalletTerms> = {}): WalletTokenFault | undefined {
  try {
    walletTokens.open(token, { ...terms, ...changes })
    return undefined
  } catch (error) {
    return (error as WalletTokenError).fault
  }
}

describe('a wallet token', () => {
  it('PAN_ONLY holds a card without a proof', () => {
    const { card, cryptogram, messageId, expiresAt } = walletTokens.open(issue(), terms)
    expect({ cryptogram, messageId, expiresAt }).toEqual({
      cryptogram: null,
      messageId: 'message-1',
      expiresAt: new Date(now + 60_000),
    })
    expect(card).toMatchObject({ expirationMonth: 12, expirationYear: 2031, cvv: null })
    expect(card.number.reveal()).toBe(CARD.pan)
    expect(card.maskedCard).toMatchObject({ masked: '411111******1111', brand: 'visa' })
  })

  it('CRYPTOGRAM_3DS holds the cryptogram too, with or without an indicator', () => {
    const read = (details: object) =>
      walletTokens.open(issue(messageOf({}, { ...PROOF, ...details })), terms).cryptogram
    expect(read({})?.value.reveal()).toBe(PROOF.cryptogram)
    expect(read({})?.eci).toBe('07')
    expect(read({ eciIndicator: '5' })?.eci).toBe('05')
    expect(read({ eciIndicator: undefined })?.eci).toBeNull()
  })

  it('shows nothing of the card when it is printed', () => {
    const printed = inspect(walletTokens.open(issue(messageOf({}, PROOF)), terms), { depth: 9 })
    expect(printed).not.toContain(CARD.pan)
    expect(printed).not.toContain(PROOF.cryptogram)
  })

  it('opens under any of several keys, and under no foreign one', () => {
    const other = walletTokens.createKey()
    expect(faultOf(issue(), { keys: [other, key] })).toBeUndefined()
    expect(faultOf(issue(), { keys: [other] })).toBe('bad_mac')
    expect(faultOf(issue(), { keys: [] })).toBe('bad_mac')
  })

  it('with any one character altered is refused', () => {
    const token = issue(messageOf({}, PROOF))
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/='
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet, '-', '_', ' ', '\n'), (place, character) => {
        fc.pre(token[place] !== character)
        return faultOf(token.slice(0, place) + character + token.slice(place + 1)) !== undefined
      }),
      { numRuns: 2000 },
    )
  })

  it('with any one byte of its fields altered is refused', () => {
    const envelope = JSON.parse(Buffer.from(issue(), 'base64').toString())
    const inner = JSON.parse(envelope.signedMessage)
    const altered = (text: string, at: number, by: number) => {
      const bytes = Buffer.from(text, 'base64')
      bytes[at % bytes.length]! ^= by
      return bytes.toString('base64')
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(inner)),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (field, at, by) => {
          const signedMessage = JSON.stringify({ ...inner, [field]: altered(inner[field], at, by) })
          expect(faultOf(encode({ ...envelope, signedMessage }))).toBe('message_signature_invalid')
        },
      ),
    )
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (at, by) => {
        expect(faultOf(encode({ ...envelope, signature: altered(envelope.signature, at, by) }))).toBe(
          'message_signature_invalid',
        )
        const { signedKey, signatures } = envelope.intermediateSigningKey
        const intermediateSigningKey = { signedKey, signatures: [altered(signatures[0], at, by)] }
        expect(faultOf(encode({ ...envelope, intermediateSigningKey }))).toBe('intermediate_signature_invalid')
      }),
    )
  })

  it('with anything put around it is refused', () => {
    const text = Buffer.from(issue(), 'base64').toString()
    for (const around of [` ${text}`, `${text}\n`, `\uFEFF${text}`, `[${text}]`]) {
      expect(faultOf(Buffer.from(around).toString('base64'))).toBe('bad_encoding')
    }
  })

  it('any text results in a fault and nothing else', () => {
    const known = faultOf('')
    expect(known).toBe('bad_encoding')
    fc.assert(fc.property(fc.string(), (text) => faultOf(text) !== undefined))
    fc.assert(fc.property(fc.jsonValue(), (value) => faultOf(encode(value)) !== undefined))
    const envelope = JSON.parse(Buffer.from(issue(), 'base64').toString())
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(envelope)), fc.jsonValue(), (field, value) => {
        return faultOf(encode({ ...envelope, [field]: value })) !== undefined
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(faultOf(issue(messageOf({ paymentMethodDetails: value })))).toBe('bad_payload')
      }),
    )
  })
})

describe('the chain of trust', () => {
  const stranger = simulatedWallet(newScalar)

  it.each<[string, string, WalletTokenFault]>([
    ['of another root', issue(messageOf(), terms.recipientId, stranger), 'intermediate_signature_invalid'],
    ['for another gateway', issue(messageOf(), 'gateway:another'), 'message_signature_invalid'],
    ['for another merchant', issue(messageOf({ gatewayMerchantId: 'mer_2' })), 'wrong_merchant'],
    ['for no merchant', issue(messageOf({ gatewayMerchantId: undefined })), 'wrong_merchant'],
    ['expired this very millisecond', issue(messageOf({ messageExpiration: String(now) })), 'message_expired'],
    ['that never expires', issue(messageOf({ messageExpiration: undefined })), 'bad_payload'],
    ['without a message id', issue(messageOf({ messageId: undefined })), 'bad_payload'],
    ['with NUL in its message id', issue(messageOf({ messageId: 'a\0b' })), 'bad_payload'],
    ['of something that is no card', issue(messageOf({ paymentMethod: 'TOKENIZED_CARD' })), 'bad_payload'],
    [
      'signed by an expired intermediate key',
      issue(messageOf(), terms.recipientId, stale(), now),
      'intermediate_key_expired',
    ],
  ])('a token %s is refused', (_what, token, fault) => {
    expect(faultOf(token, { roots: [wallet.root(), staleRoot] })).toBe(fault)
  })

  it.each<[string, object, WalletTokenFault]>([
    ['amex', { pan: '378282246310005' }, 'network_not_supported'],
    ['a number that fails the Luhn check', { pan: '4111111111111112' }, 'bad_payload'],
    ['an expired card', { expirationYear: 2030, expirationMonth: 5 }, 'bad_payload'],
    ['month 13', { expirationMonth: 13 }, 'bad_payload'],
    ['a month and a half', { expirationMonth: 1.5 }, 'bad_payload'],
    ['a year as text', { expirationYear: '2031' }, 'bad_payload'],
    ['no auth method', { authMethod: undefined }, 'bad_payload'],
    ['a cryptogram promised and not there', { authMethod: 'CRYPTOGRAM_3DS' }, 'bad_payload'],
    ['an indicator that is none', { ...PROOF, eciIndicator: '99' }, 'bad_payload'],
  ])('%s is refused', (_what, details, fault) => {
    expect(faultOf(issue(messageOf({}, details)))).toBe(fault)
  })

  it('expired root keys do not count, nor those of another version', () => {
    expect(faultOf(issue(), { roots: [{ ...wallet.root(), expiresAt: now }] })).toBe('no_trusted_keys')
    expect(faultOf(issue(), { roots: [{ ...wallet.root(), expiresAt: null }] })).toBe('no_trusted_keys')
    expect(faultOf(issue(), { roots: [{ ...wallet.root(), protocolVersion: 'ECv1' }] })).toBe('no_trusted_keys')
    expect(faultOf(issue(), { roots: [] })).toBe('no_trusted_keys')
  })

  it('during a rotation either root vouches', () => {
    const roots = [stranger.root(), wallet.root()]
    expect(faultOf(issue(), { roots })).toBeUndefined()
    expect(faultOf(issue(messageOf(), terms.recipientId, stranger), { roots })).toBeUndefined()
  })
})

/** Its key was made so long ago that it has expired since, which it does not notice because it never gets the time. */
const staleScalar = newScalar()
const staleRoot = simulatedWallet(() => staleScalar).root()
function stale() {
  const old = simulatedWallet(() => staleScalar)
  const past = now - 8 * 24 * 3600_000
  return { ...old, issue: (message: object, to: string, point: string) => old.issue(message, to, point, past) }
}

describe('the simulated wallet', () => {
  it('has the same root in every process, and another one for every gateway', () => {
    const answers = new Map<string, Buffer>()
    const hashes = { mac: (message: string) => answers.get(message) ?? kept(answers, message) }
    expect(derivedRootScalar(hashes)).toEqual(derivedRootScalar(hashes))
    expect(newVault().walletTokens.simulated.root().key.equals(wallet.root().key)).toBe(false)
  })

  it('derives a scalar that P-256 allows from any hash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const scalar = derivedRootScalar({ mac: () => Buffer.from(bytes) })
        expect(scalar).toHaveLength(32)
        expect(() => createECDH('prime256v1').setPrivateKey(scalar)).not.toThrow()
      }),
    )
  })

  it('renews the key it signs with before that expires', () => {
    const later = new Date(now + 30 * 24 * 3600_000)
    const message = messageOf({ messageExpiration: String(later.getTime() + 1) })
    const token = issue(message, terms.recipientId, wallet, later.getTime())
    expect(faultOf(token, { now: later })).toBeUndefined()
  })
})

describe('a key pair from elsewhere', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

  it.each(['pkcs8', 'sec1'] as const)('is taken as PEM (%s)', (type) => {
    const imported = walletTokens.importKey(privateKey.export({ type, format: 'pem' }) as string)!
    const { x, y } = publicKey.export({ format: 'jwk' })
    const point = Buffer.concat([Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
    expect(imported.publicKey).toBe(point.toString('base64'))
    const token = wallet.issue(messageOf(), terms.recipientId, imported.publicKey, now)
    expect(faultOf(token, { keys: [imported] })).toBeUndefined()
  })

  it('of another curve or kind, or none at all, is not taken', () => {
    const pem = (curve: string) =>
      generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const texts = [pem('secp384r1'), pem('secp256k1'), rsa.export({ type: 'pkcs8', format: 'pem' }) as string]
    const publicPem = publicKey.export({ type: 'spki', format: 'pem' }) as string
    for (const text of [...texts, publicPem, 'junk', '']) expect(walletTokens.importKey(text)).toBeUndefined()
  })

  it('opens only under the id it was sealed for', () => {
    const moved = { ...walletTokens.createKey(), sealedPrivateKey: key.sealedPrivateKey }
    expect(() => walletTokens.open(issue(), { ...terms, keys: [moved] })).toThrow('does not open')
  })
})

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

function kept(answers: Map<string, Buffer>, message: string): Buffer {
  const answer = randomBytes(32)
  answers.set(message, answer)
  return answer
}
