// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { soon } from '#provider/contract/test-charges.ts'
import { type Charge, type FollowUp, UnknownOutcome } from '#providers/port/provider.ts'
import { type Connection, openConnection } from '#test/stripe-sandbox/connection.ts'

let on: Connection
beforeAll(async () => {
  on = await openConnection()
})
afterAll(() => on.close())

const outcome = (code: string) => ({ kind: 'outcome', outcome: { code } })
const authorized = () => on.pay({ transactionType: 'AUTHORIZE' }).then(({ charge }) => charge)
const purchased = (reference = '') => on.pay({ reference }).then(({ charge }) => charge)
const codeOf = async (followUp: FollowUp) => {
  const answer = await on.followUp(followUp)
  return answer.kind === 'outcome' && answer.outcome.code
}
const capturedOf = ({ attemptId }: Charge) => on.sandbox.book.intentOf(attemptId)!.charge!.captured

test('captures in parts, and never more than was authorized', async () => {
  const charge = await authorized()
  expect(await codeOf(on.after(charge, 'CAPTURE', { amount: 300n }))).toBe('0000')
  expect(await codeOf(on.after(charge, 'CAPTURE', { amount: 701n }))).toBe('1001')
  expect(await codeOf(on.after(charge, 'CAPTURE', { amount: 200n, finalCapture: true }))).toBe('0000')
  expect(await codeOf(on.after(charge, 'CAPTURE', { amount: 100n }))).toBe('1001')
  expect(capturedOf(charge)).toBe(500)
})

test('refuses a capture that is not the last where Stripe grants one only', async () => {
  const { charge } = await on.pay({ transactionType: 'AUTHORIZE', reference: 'multicapture=no' })
  expect(await codeOf(on.after(charge, 'CAPTURE', { amount: 300n }))).toBe('1001')
  expect(capturedOf(charge)).toBe(0)
  expect(await codeOf(on.after(charge, 'CAPTURE', { amount: 300n, finalCapture: true }))).toBe('0000')
})

test('finds a capture a month later, when Stripe has forgotten its key', async () => {
  const charge = await authorized()
  const capture = on.after(charge, 'CAPTURE', { amount: 300n })
  const answer = await on.followUp(capture)
  on.sandbox.forgetKeys()
  expect(await on.inquire(capture)).toEqual(answer)
  expect(capturedOf(charge)).toBe(300)
})

test('finds a refund a month later, among many, even if its reference was not stored', async () => {
  const charge = await purchased()
  const refund = on.after(charge, 'REFUND', { amount: 1n })
  const answer = await on.followUp(refund)
  for (let more = 0; more < 101; more += 1) await on.followUp(on.after(charge, 'REFUND', { amount: 1n }))
  on.sandbox.forgetKeys()
  on.references.delete(refund.attemptId)
  expect(await on.inquire(refund)).toEqual(answer)
  expect(on.references.get(refund.attemptId)).toMatch(/^re_/)
  expect(on.net(refund)).toBe(1)
})

test('refunds in parts, and never more than was paid', async () => {
  const charge = await purchased()
  expect(await codeOf(on.after(charge, 'REFUND', { amount: 400n }))).toBe('0000')
  expect(await codeOf(on.after(charge, 'REFUND', { amount: 601n }))).toBe('1001')
  expect(await codeOf(on.after(charge, 'REFUND', { amount: 600n }))).toBe('0000')
  expect(await codeOf(on.after(charge, 'REFUND', { amount: 1n }))).toBe('1001')
})

test('a refund is pending until Stripe says what became of it', async () => {
  const charge = await purchased()
  const refund = on.after(charge, 'REFUND', { reference: 'refund=pending' })
  expect(await codeOf(refund)).toBe('1002')
  on.sandbox.book.refunds.get(on.references.get(refund.attemptId)!)!.status = 'succeeded'
  expect(await on.inquire(refund)).toMatchObject(outcome('0000'))
})

test('a refund that succeeded and fails days later is declined from then on', async () => {
  const charge = await purchased()
  const refund = on.after(charge, 'REFUND')
  expect(await codeOf(refund)).toBe('0000')
  on.sandbox.failRefund(refund.attemptId, 'lost_or_stolen_card')
  expect(await on.inquire(refund)).toMatchObject({
    outcome: { code: '1000', providerResponseCode: 'lost_or_stolen_card' },
  })
  expect(on.net(refund)).toBe(0)
})

test('voids an authorization by canceling it', async () => {
  const charge = await authorized()
  const cancel = on.after(charge, 'VOID')
  const answer = await on.followUp(cancel)
  expect(answer).toMatchObject(outcome('0000'))
  expect(await on.inquire(cancel)).toEqual(answer)
  expect(on.net(charge)).toBe(0)
  expect(await codeOf(on.after(charge, 'CAPTURE'))).toBe('1001')
})

test('voids a purchase by refunding the whole of it', async () => {
  const charge = await purchased()
  expect(await codeOf(on.after(charge, 'VOID'))).toBe('0000')
  expect(on.net(charge)).toBe(0)
})

test.each([
  ['CAPTURE', 'capture:silence'],
  ['CAPTURE', 'capture:late-silence'],
  ['VOID', 'cancel:silence'],
  ['VOID', 'cancel:late-silence'],
] as const)('a %s whose answer is lost (%s) is executed by the inquiry, once', async (operation, fault) => {
  const { charge } = await on.pay({ transactionType: 'AUTHORIZE', reference: `fault=${fault}` })
  const wanted = on.after(charge, operation)
  await expect(on.followUp(wanted, soon())).rejects.toThrow(UnknownOutcome)
  expect(await on.inquire(wanted)).toMatchObject(outcome('0000'))
  expect(await on.inquire(wanted)).toMatchObject(outcome('0000'))
  expect(capturedOf(charge)).toBe(operation === 'CAPTURE' ? 1000 : 0)
})

test.each(['refund:silence', 'refund:late-silence', 'refund:late-500', 'refund:late-cut'])(
  'a REFUND whose answer is lost (%s) is made once',
  async (fault) => {
    const charge = await purchased()
    const refund = on.after(charge, 'REFUND', { amount: 400n, reference: `fault=${fault}` })
    await expect(on.followUp(refund, soon())).rejects.toThrow(UnknownOutcome)
    expect(await on.inquire(refund)).toMatchObject(outcome('0000'))
    expect(on.sandbox.book.intentOf(charge.attemptId)!.charge!.refunded).toBe(400)
  },
)

test('does not find a follow-up of another merchant, and executes none', async () => {
  const charge = await purchased()
  const refund = { ...on.after(charge, 'REFUND'), merchantId: 'mer_another' }
  expect(await on.inquire(refund)).toEqual({ kind: 'not-found' })
  expect(on.net(refund)).toBe(0)
})

test('that Stripe cannot count is declined, when it is asked for and when it is asked about', async () => {
  const refund = on.after(await purchased(), 'REFUND', { money: { amount: 1001n, currency: 'KWD' } })
  const answer = await on.followUp(refund)
  expect(answer).toMatchObject(outcome('1001'))
  expect(await on.inquire(refund)).toEqual(answer)
})

test('cannot be reversed, and says so instead of confirming it', async () => {
  const refund = on.after(await purchased(), 'REFUND')
  await on.followUp(refund)
  await expect(on.reverse(refund)).rejects.toThrow(UnknownOutcome)
})

test('nothing was asked or answered that the definition does not know', () => {
  expect(on.sandbox.complaints).toEqual([])
})
