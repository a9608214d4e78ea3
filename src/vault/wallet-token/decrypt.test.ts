import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decryptMessage, encryptMessage } from './decrypt.ts'
import { agreementKeyOf, newScalar } from './p256.ts'

describe('the point a message was encrypted with', () => {
  const cipher = { info: 'Google', keyBytes: 32 } as const
  const [ours, theirs] = [agreementKeyOf(newScalar()), agreementKeyOf(newScalar())]
  const message = JSON.parse(encryptMessage(Buffer.from('{}'), ours.getPublicKey(), theirs, cipher))
  const decrypt = (point: Buffer) => () =>
    decryptMessage(JSON.stringify({ ...message, ephemeralPublicKey: point.toString('base64') }), [ours], cipher)
  const refused = expect.objectContaining({ fault: 'bad_message' })

  it('is a whole one', () => {
    expect(decrypt(theirs.getPublicKey())().toString()).toBe('{}')
    for (const form of ['compressed', 'hybrid'] as const) {
      expect(decrypt(theirs.getPublicKey(null, form))).toThrow(refused)
    }
    for (const size of [1, 64, 66]) expect(decrypt(Buffer.alloc(size, 4))).toThrow(refused)
  })

  it('lies on the curve', () => {
    const point = theirs.getPublicKey()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const moved = Buffer.from(point)
        moved[at]! ^= by
        expect(decrypt(moved)).toThrow(refused)
      }),
    )
    expect(decrypt(Buffer.concat([Buffer.of(4), Buffer.alloc(64)]))).toThrow(refused)
  })
})
