import { describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { credentialsWith } from '#test/cashfree-sandbox/index.ts'
import { noticeOf, type SandboxNotice } from '#test/cashfree-sandbox/notices.ts'
import { readNotice } from './notices.ts'

const PAYMENTS = 'cfsk_ma_test_0123456789abcdef_payments'
const PAYOUTS = 'cfsk_ma_test_0123456789abcdef_payouts'
const ATTEMPT = 'att_0000000000000000000000ab'
const credentials = credentialsWith({})
const read = (notice: SandboxNotice) => readNotice(credentials, notice)
const altered = (notice: SandboxNotice, headers: Record<string, string>): SandboxNotice => {
  const all = { ...notice.headers, ...headers }
  return { ...notice, headers: all, header: (name) => all[name as keyof typeof all] }
}

describe('A notice', () => {
  test.each([
    ['PAYMENT_LINK_EVENT', PAYMENTS, { link_id: ATTEMPT, link_status: 'PAID' }, { status: 'PAID' }],
    [
      'PAYMENT_SUCCESS_WEBHOOK',
      PAYMENTS,
      { order: { order_id: 'o1', order_tags: { link_id: ATTEMPT } }, payment: { payment_status: 'SUCCESS' } },
      { order_id: 'o1', status: 'SUCCESS' },
    ],
    ['REFUND_STATUS_WEBHOOK', PAYMENTS, { refund: { refund_id: ATTEMPT, order_id: 'o1' } }, { order_id: 'o1' }],
    ['REFUND_STATUS_WEBHOOK', PAYMENTS, { refund: { refund_id: ATTEMPT.replace('att', 'rev') } }, {}],
    [
      'TRANSFER_REVERSED',
      PAYOUTS,
      { transfer_id: ATTEMPT.replace('_', ''), status: 'REVERSED' },
      { status: 'REVERSED' },
    ],
  ])('%s identifies its attempt', (type, secret, data, fields) => {
    const key = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(read(noticeOf(secret, type, data))).toEqual([{ key, attemptId: ATTEMPT, fields: { type, ...fields } }])
  })

  test('about an unknown payment has no entries', () => {
    expect(read(noticeOf(PAYMENTS, 'PAYMENT_SUCCESS_WEBHOOK', { order: { order_id: 'o1' } }))).toEqual([])
  })

  test('that comes again has the same key, another one another', () => {
    const notice = noticeOf(PAYMENTS, 'PAYMENT_LINK_EVENT', { link_id: ATTEMPT }, Date.now() - 1000)
    expect(read(notice)).toEqual(read(notice))
    expect(read(notice)).not.toEqual(read(noticeOf(PAYMENTS, 'PAYMENT_LINK_EVENT', { link_id: ATTEMPT })))
  })

  test('may be signed with the secret before', () => {
    const secret = { current: new Secret('cfsk_ma_test_the_new_one'), previous: new Secret(PAYMENTS) }
    const notice = noticeOf(PAYMENTS, 'PAYMENT_LINK_EVENT', { link_id: ATTEMPT })
    expect(readNotice({ client_secret: secret }, notice)).toHaveLength(1)
    expect(readNotice({ client_secret: { ...secret, previous: null } }, notice)).toBe('forged')
  })

  test("is signed as the provider's own library verifies it (npm cashfree-pg 6.0.6)", () => {
    const body = `{"type":"PAYMENT_LINK_EVENT","data":{"link_id":"${ATTEMPT}","link_status":"PAID","link_amount":"1234.50"}}`
    const headers: Record<string, string> = {
      'x-webhook-timestamp': '1763791200000',
      'x-webhook-signature': 'fX+D4VFf7A3OYMwWtlHS8oNy8ZZxKFgaTFZqvToYtrg=',
    }
    const notice = { body: Buffer.from(body), header: (name: string) => headers[name] }
    const secret = { client_secret: { current: new Secret('cfsk_ma_test_vector_0123456789'), previous: null } }
    const now = Date.now
    try {
      Date.now = () => 1_763_791_200_000
      expect(readNotice(secret, notice)).toMatchObject([{ attemptId: ATTEMPT }])
    } finally {
      Date.now = now
    }
    expect(readNotice(secret, notice)).toBe('forged')
  })
})

describe('A forged notice', () => {
  const good = () => noticeOf(PAYMENTS, 'PAYMENT_LINK_EVENT', { link_id: ATTEMPT })

  test('has another signature, another time or other bytes', () => {
    const notice = good()
    expect(read(altered(notice, { 'x-webhook-signature': 'AAAA' }))).toBe('forged')
    expect(read(altered(notice, { 'x-webhook-signature': '' }))).toBe('forged')
    expect(read(altered(notice, { 'x-webhook-timestamp': String(Date.now() - 1000) }))).toBe('forged')
    expect(read({ ...notice, body: Buffer.concat([Buffer.from(notice.body), Buffer.from(' ')]) })).toBe('forged')
    expect(read(noticeOf('cfsk_ma_test_of_somebody_else', 'PAYMENT_LINK_EVENT', {}))).toBe('forged')
  })

  test('is from another time: Cashfree repeats them for half an hour', () => {
    const at = (minutes: number) => {
      return read(noticeOf(PAYMENTS, 'PAYMENT_LINK_EVENT', { link_id: ATTEMPT }, Date.now() + minutes * 60_000))
    }
    expect(at(-40)).toHaveLength(1)
    expect(at(-61)).toBe('forged')
    expect(at(6)).toBe('forged')
    expect(read(altered(good(), { 'x-webhook-timestamp': 'soon' }))).toBe('forged')
  })
})
