import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#domain/ids.ts'
import { credentialsWith, openPayPalSandbox } from '#test/paypal-sandbox/index.ts'
import type { SandboxNotice } from '#test/paypal-sandbox/notices.ts'
import { createSelfSigned } from '#test/private-authority.ts'
import { credentialsIn } from './config.ts'
import { readNotice } from './notices.ts'

let sandbox: Awaited<ReturnType<typeof openPayPalSandbox>>

beforeAll(async () => {
  sandbox = await openPayPalSandbox()
})
afterAll(() => sandbox.close())

const attemptId = newId('att')
const read = (notice: SandboxNotice) => readNotice(sandbox.credentials, notice)
const sign = (type: string, kind: string, resource: unknown, at?: Date) =>
  sandbox.signer.noticeOf(type, kind, resource, at)
const altered = (notice: SandboxNotice, headers: Record<string, string>): SandboxNotice => {
  const all = { ...notice.headers, ...headers }
  return { ...notice, headers: all, header: (name) => all[name as keyof typeof all] }
}
const approved = (at?: Date) => {
  const resource = {
    id: 'ORDER1',
    status: 'APPROVED',
    purchase_units: [{ custom_id: attemptId }],
    payer: { name: 'A' },
  }
  return sign('CHECKOUT.ORDER.APPROVED', 'checkout-order', resource, at)
}

describe('A notice', () => {
  test('about an order contains its attempt and its number, and nothing of the payer', () => {
    const fields = { event_type: 'CHECKOUT.ORDER.APPROVED', order_id: 'ORDER1', status: 'APPROVED' }
    expect(read(approved())).toEqual([{ key: expect.stringMatching(/^WH-/), attemptId, fields }])
  })

  test('about a capture contains its order, one about a refund its own number', () => {
    const related = { supplementary_data: { related_ids: { order_id: 'ORDER1' } } }
    const capture = sign('PAYMENT.CAPTURE.COMPLETED', 'capture', { id: 'C', custom_id: attemptId, ...related })
    expect(read(capture)).toMatchObject([{ attemptId, fields: { order_id: 'ORDER1' } }])
    const refund = sign('PAYMENT.CAPTURE.REFUNDED', 'refund', { id: 'R', custom_id: attemptId, status: 'COMPLETED' })
    expect(read(refund)).toMatchObject([{ attemptId, fields: { refund_id: 'R', status: 'COMPLETED' } }])
  })

  test('that comes again has the same key, another one another', () => {
    const notice = approved()
    expect(read(notice)).toEqual(read(notice))
    expect(read(notice)).not.toEqual(read(approved()))
  })

  test.each([
    ['BILLING.PLAN.CREATED', { custom_id: attemptId }],
    ['PAYMENT.CAPTURE.COMPLETED', { id: 'C' }],
    ['CHECKOUT.ORDER.APPROVED', { id: 'O', purchase_units: 'none' }],
  ])('%s about no attempt has no entries', (type, resource) => expect(read(sign(type, 'x', resource))).toEqual([]))
})

describe('A forged notice', () => {
  test.each(['paypal-transmission-id', 'paypal-transmission-time', 'paypal-transmission-sig', 'paypal-auth-algo'])(
    'is one with another %s',
    (name) => {
      const other = name.endsWith('time') ? new Date(Date.now() - 1000).toISOString() : 'SHA1withRSA'
      expect(read(altered(approved(), { [name]: other }))).toBe('forged')
    },
  )

  test('is one with other bytes, even where they mean the same', () => {
    const notice = approved()
    const body = Buffer.concat([Buffer.from(notice.body), Buffer.from(' ')])
    expect(read({ ...notice, body })).toBe('forged')
  })

  test('is one that is signed by another, for another webhook, or with nothing to check it by', () => {
    const stranger = createSelfSigned('messageverificationcerts.sandbox.paypal.com')
    const notice = approved()
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { webhook_certificate: stranger.cert },
      { webhook_certificate: sandbox.signer.certificate, webhook_id: '0000000000000000X' },
      {},
    ]
    for (const others of wrong) expect(readNotice(credentialsWith(others), notice)).toBe('forged')
  })

  test('is one from another time: PayPal repeats them for three days', () => {
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
    expect(read(approved(hours(-71)))).toHaveLength(1)
    expect(read(approved(hours(-97)))).toBe('forged')
    expect(read(approved(hours(1)))).toBe('forged')
  })
})

describe('The certificate', () => {
  const problem = (realm: 'uat' | 'production', pem: string) => credentialsIn(realm).webhook_certificate!.problemOf(pem)

  test('is the one of its environment', () => {
    const live = createSelfSigned('messageverificationcerts.paypal.com').cert
    const test = sandbox.signer.certificate
    expect([problem('uat', test), problem('production', live)]).toEqual([null, null])
    expect(problem('production', test)).toContain('messageverificationcerts.paypal.com')
    expect(problem('uat', live)).toContain('messageverificationcerts.sandbox.paypal.com')
  })

  test("is PayPal's, in PEM", () => {
    const stranger = createSelfSigned('messageverificationcerts.paypal.com.example').cert
    expect(problem('production', stranger)).toContain("another's")
    expect(problem('production', 'certificate')).toContain('PEM')
  })
})
