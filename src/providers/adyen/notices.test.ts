import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import type { NoticeEntry } from '#providers/port/provider.ts'
import { readNotice } from './notices.ts'

/** Adyen's published example of a signature. */
const KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
const SIGNATURE = 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0='
const ITEM = {
  pspReference: '7914073381342284',
  merchantAccountCode: 'TestMerchant',
  merchantReference: 'TestPayment-1407325143704',
  amount: { value: 1130, currency: 'EUR' },
  eventCode: 'AUTHORISATION',
  success: 'true',
}
const credentials = { hmac_key: { current: new Secret(KEY), previous: null } }

const noticeOf = (...items: object[]) => {
  const notificationItems = items.map((NotificationRequestItem) => ({ NotificationRequestItem }))
  return { body: Buffer.from(JSON.stringify({ live: 'false', notificationItems })), header: () => undefined }
}
const signed = (item: object, hmacSignature = SIGNATURE) => ({ ...item, additionalData: { hmacSignature } })

describe('A notice about payments', () => {
  test("with the signature of Adyen's example is read", () => {
    const entry = { key: '7914073381342284:AUTHORISATION:true', attemptId: 'TestPayment-1407325143704' }
    expect(readNotice(credentials, noticeOf(signed(ITEM)))).toMatchObject([entry])
  })

  test.each([
    ['pspReference', '7914073381342285'],
    ['originalReference', '1'],
    ['merchantAccountCode', 'Other'],
    ['merchantReference', 'att_2'],
    ['amount', { value: 1131, currency: 'EUR' }],
    ['amount', { value: 1130, currency: 'USD' }],
    ['eventCode', 'REFUND'],
    ['success', 'false'],
    ['success', ['true']],
    ['eventCode', ['AUTHORISATION']],
  ])('is forged where %s was changed to %j', (field, value) => {
    expect(readNotice(credentials, noticeOf(signed({ ...ITEM, [field]: value })))).toBe('forged')
  })

  test.each([
    ['', ITEM],
    ['an empty one', signed(ITEM, '')],
    ['a short one', signed(ITEM, 'AAAA')],
    ['a text', signed(ITEM, 'no base64!')],
  ])('is forged with %s in place of a signature', (_, item) => {
    expect(readNotice(credentials, noticeOf(item))).toBe('forged')
    expect(readNotice(credentials, noticeOf(signed(ITEM), item))).toBe('forged')
  })

  test('counts under the key before, and under no other', () => {
    const rotated = { hmac_key: { current: new Secret('0'.repeat(64)), previous: new Secret(KEY) } }
    expect(readNotice(rotated, noticeOf(signed(ITEM)))).toHaveLength(1)
    expect(readNotice({ hmac_key: { ...rotated.hmac_key, previous: null } }, noticeOf(signed(ITEM)))).toBe('forged')
  })

  test('has the same key for any unsigned fields', () => {
    const repeated = { ...signed(ITEM), eventDate: '2030-01-01T00:00:00Z', reason: 'another' }
    const [first, again] = readNotice(credentials, noticeOf(signed(ITEM), repeated)) as readonly NoticeEntry[]
    expect(again!.key).toBe(first!.key)
  })

  test('is forged without the login of the account, if it has one, and counts with that before the present one', () => {
    const login = { current: new Secret('adyen:a password'), previous: new Secret('adyen:the one before') }
    const from = (authorization?: string) => ({
      ...noticeOf(signed(ITEM)),
      header: (name: string) => (name === 'authorization' ? authorization : undefined),
    })
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    const read = (authorization?: string) => readNotice({ ...credentials, notice_login: login }, from(authorization))
    for (const right of ['adyen:a password', 'adyen:the one before']) expect(read(basic(right))).toHaveLength(1)
    for (const wrong of [undefined, '', 'Basic', basic(''), basic('adyen:'), basic('adyen:another'), 'Bearer x'])
      expect(read(wrong)).toBe('forged')
    expect(
      readNotice({ ...credentials, notice_login: { ...login, previous: null } }, from(basic('adyen:the one before'))),
    ).toBe('forged')
  })

  test('keeps an approval code, and neither the end of the card number nor its expiry', () => {
    const [entry] = readNotice(credentials, noticeOf({ ...signed(ITEM), reason: '033899:1111:03/2030' })) as never[]
    expect(entry).toMatchObject({ fields: { authCode: '033899' } })
    expect(JSON.stringify(entry)).not.toMatch(/1111|03\/2030/)
  })

  test('keeps nothing of a field that it does not know', () => {
    const item = {
      ...ITEM,
      additionalData: { hmacSignature: SIGNATURE, cardHolderName: 'Ada', cvcResult: '1 Matches' },
    }
    const [entry] = readNotice(credentials, noticeOf(item)) as readonly NoticeEntry[]
    expect(Object.keys(entry!.fields).sort()).toEqual(
      ['additionalData.cvcResult', 'amount.currency', 'amount.value', 'eventCode', 'merchantAccountCode']
        .concat(['merchantReference', 'pspReference', 'success'])
        .sort(),
    )
  })
})

describe('A notice about a transfer', () => {
  const transfers = { transfers_hmac_key: { current: new Secret(KEY), previous: null } }
  const body = Buffer.from(
    JSON.stringify({ data: { id: 'T1', reference: 'att_1', status: 'booked', reason: 'approved' } }),
  )
  const signature = createHmac('sha256', Buffer.from(KEY, 'hex')).update(body).digest('base64')
  const header = (name: string) => (name === 'hmacsignature' ? signature : undefined)

  test('is signed as a whole', () => {
    const entry = { key: 'T1:booked:', attemptId: 'att_1', fields: { id: 'T1', status: 'booked', reason: 'approved' } }
    expect(readNotice(transfers, { body, header })).toEqual([entry])
  })

  test('is forged with a byte changed, another key, or the key of payments', () => {
    expect(readNotice(transfers, { body: body.with(3, 65), header })).toBe('forged')
    expect(readNotice({}, { body, header })).toBe('forged')
    expect(readNotice({ hmac_key: transfers.transfers_hmac_key }, { body, header })).toBe('forged')
  })
})
