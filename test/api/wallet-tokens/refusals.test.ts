import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'
import { readVectors } from '#test/vectors.ts'
import { FIELD, forge, pay, refusedFields, withProof } from './wallet.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const DAY_MS = 24 * 3600_000
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const decode = (token: string) => JSON.parse(Buffer.from(token, 'base64').toString())

type Make = () => Promise<unknown>

const BAD: Readonly<Record<string, Make>> = {
  'no Base64': async () => '*** not base64 ***',
  'the JSON itself': async () => JSON.stringify(decode(await withProof(merchant))),
  base64url: async () => `${(await withProof(merchant)).replace(/=*$/, '')}-_`,
  'with a line break': async () => `${await withProof(merchant)}\n`,
  'no JSON': async () => Buffer.from('plain text').toString('base64'),
  'a list': async () => encode([]),
  'a field too many': async () => encode({ ...decode(await withProof(merchant)), extra: 1 }),
  'a version of its own': async () => encode({ ...decode(await withProof(merchant)), protocolVersion: 'ECv3' }),
  ECv2SigningOnly: async () => encode({ ...decode(await withProof(merchant)), protocolVersion: 'ECv2SigningOnly' }),
  altered: async () => {
    const token = decode(await withProof(merchant))
    return encode({ ...token, signedMessage: token.signedMessage.replace('"tag":"', '"tag":"A') })
  },
  'for another merchant': async () => withProof(await app.newMerchant()),
  'for another gateway': () => forge(app, { recipientId: 'gateway:another' }),
  expired: () => forge(app, { message: { messageExpiration: String(Date.now() - 1) } }),
  'that never expires': () => forge(app, { message: { messageExpiration: undefined } }),
  'of a chain that has expired': () =>
    forge(app, { now: Date.now() + 30 * DAY_MS, message: { messageExpiration: String(Date.now() - 1) } }),
  'without a message id': () => forge(app, { message: { messageId: undefined } }),
  'for amex': () => withProof(merchant, { card_number: '378282246310005' }),
  'for a card that has expired': () => withProof(merchant, { expiration_year: new Date().getUTCFullYear() - 2 }),
  'for a number that fails the Luhn check': () => forge(app, { details: { pan: '4111111111111112' } }),
}

describe('a token', () => {
  it('that is rejected looks the same for any error, and creates nothing', async () => {
    const reference = newReference()
    for (const [what, make] of Object.entries(BAD)) {
      const answer = await pay(merchant, await make(), { reference })
      expect({ what, ...answer, headers: undefined }).toMatchObject({ what, status: 422 })
      expect(answer.body.errors).toEqual([{ property: FIELD, message: expect.stringContaining('wallet'), params: [] }])
    }
    const { items } = (await merchant.call('GET', `/api/transactions?reference=${reference}`)).body
    expect(items).toEqual([])
    expect((await pay(merchant, await withProof(merchant), { reference })).body.result.status).toBe('APPROVED')
  })

  it('missing, empty, too long or no text at all is a 422 on its field', async () => {
    for (const token of [undefined, '', 7, null, {}, 'A'.repeat(16_385)]) {
      expect(refusedFields(await pay(merchant, token))).toEqual([FIELD])
    }
  })

  it('another merchant refused stays good for the one it is meant for', async () => {
    const token = await withProof(merchant)
    expect(refusedFields(await pay(await app.newMerchant(), token))).toEqual([FIELD])
    expect((await pay(merchant, token)).body.result.status).toBe('APPROVED')
  })

  it('shows nothing of itself in the refusal', async () => {
    const token = await forge(app, { details: { pan: '4000056655665556', expirationMonth: 13 } })
    const { text } = await pay(merchant, token)
    expect(text).not.toContain('4000056655665556')
    expect(text).not.toContain(token.slice(0, 40))
  })
})

const vectors = readVectors('google-pay-token.json') as {
  readonly tests: readonly { readonly id: string; readonly wallet_pay_token_base64?: string }[]
}

describe('the published tokens', () => {
  it('of any version are not accepted: neither their roots nor their merchants are ours', async () => {
    const published = vectors.tests.filter(({ wallet_pay_token_base64 }) => wallet_pay_token_base64 !== undefined)
    expect(published.some(({ id }) => id.includes('ecv1'))).toBe(true)
    for (const { wallet_pay_token_base64 } of published) {
      expect(refusedFields(await pay(merchant, wallet_pay_token_base64))).toEqual([FIELD])
    }
  })
})
