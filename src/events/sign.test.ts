import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { readVectors } from '#test/vectors.ts'
import { signatureHeaders } from './sign.ts'
import { encodedSecret, newWebhookSecret } from './webhook-secret.ts'

interface SignVector {
  readonly id: string
  readonly secret: string
  readonly msgId: string
  readonly timestamp: number
  readonly payload: string
  readonly signature: string
}

const vectors = readVectors('standard-webhooks.json') as { sign: SignVector[] }

describe('the signature of a webhook', () => {
  it.each(vectors.sign)('is that of the published vector $id', (vector) => {
    const secret = new Secret<Uint8Array>(Buffer.from(vector.secret.replace('whsec_', ''), 'base64'))
    const headers = signatureHeaders(vector.msgId, new Date(vector.timestamp * 1000), vector.payload, [secret])
    expect(headers['webhook-signature']).toBe(vector.signature)
    expect(headers['webhook-timestamp']).toBe(String(vector.timestamp))
  })

  it('is accepted by the standardwebhooks package for every body', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        const secret = newWebhookSecret()
        const headers = signatureHeaders('evt_1', new Date(), body, [secret])
        expect(() => new Webhook(encodedSecret(secret)).verify(body, headers)).not.toThrow()
      }),
    )
  })

  it('is refused when one byte of the body changed', () => {
    const secret = newWebhookSecret()
    const headers = signatureHeaders('evt_1', new Date(), '{"amount":100}', [secret])
    expect(() => new Webhook(encodedSecret(secret)).verify('{"amount":101}', headers)).toThrow()
  })

  it('is refused when it is more than five minutes old', () => {
    const secret = newWebhookSecret()
    const headers = signatureHeaders('evt_1', new Date(Date.now() - 302_000), '{}', [secret])
    expect(() => new Webhook(encodedSecret(secret)).verify('{}', headers)).toThrow()
  })

  it('is accepted with either secret during a rotation', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const headers = signatureHeaders('evt_1', new Date(), '{}', secrets)
    for (const secret of secrets) expect(new Webhook(encodedSecret(secret)).verify('{}', headers)).toEqual({})
  })
})

describe('a webhook secret', () => {
  it('is whsec_ and the Base64 of 32 bytes', () => {
    const text = encodedSecret(newWebhookSecret())
    expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})
