import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soon } from '#provider/contract/test-charges.ts'
import { type Charge, type FollowUp, UnknownOutcome } from '#providers/port/provider.ts'
import { openAdyenSandbox } from '#test/adyen-sandbox/index.ts'
import { openMerchant } from '#test/adyen-sandbox/merchant.ts'
import { createAdyen } from './index.ts'

let sandbox: Awaited<ReturnType<typeof openAdyenSandbox>>
let merchant: ReturnType<typeof openMerchant>

beforeAll(async () => {
  sandbox = await openAdyenSandbox()
  merchant = openMerchant(createAdyen({ realm: 'uat', origin: sandbox.origin }), sandbox)
})
afterAll(async () => {
  expect(sandbox.complaints()).toEqual([])
  await sandbox.close()
})

const outcome = (code: string) => ({ kind: 'outcome', outcome: { code } })
const euros = (amount: bigint) => ({ amount, currency: 'EUR' })

async function paid(transactionType: Charge['transactionType']): Promise<Charge> {
  const charge = merchant.charge({ transactionType })
  await merchant.authorize(charge)
  return charge
}

/** Executes a follow-up and returns the result of its notice. */
async function ended(followUp: FollowUp): Promise<unknown> {
  expect(await merchant.act(followUp)).toMatchObject(outcome('1002'))
  await expect.poll(() => merchant.inquire(followUp)).not.toMatchObject(outcome('1002'))
  return merchant.inquire(followUp)
}

describe('A capture', () => {
  test.each([
    ['whole', 1000n, '0000'],
    ['partial', 400n, '0000'],
    ['of too much', 1001n, '1000'],
  ])('that is %s ends as its notice says', async (_, amount, code) => {
    const charge = await paid('AUTHORIZE')
    expect(await ended(merchant.followUp(charge, { operation: 'CAPTURE', money: euros(amount) }))).toMatchObject(
      outcome(code),
    )
  })

  test('that fails after its success failed', async () => {
    const capture = merchant.followUp(await paid('AUTHORIZE'), { operation: 'CAPTURE' })
    await merchant.act(capture)
    await expect.poll(() => merchant.inquire(capture)).toMatchObject(outcome('0000'))
    sandbox.failLate(capture.attemptId)
    await expect.poll(() => merchant.inquire(capture)).toMatchObject(outcome('1000'))
  })
})

describe('A refund', () => {
  test('in two parts ends as approved, a third is too much', async () => {
    const charge = await paid('PURCHASE')
    const part = () => ended(merchant.followUp(charge, { money: euros(400n) }))
    expect(await part()).toMatchObject(outcome('0000'))
    expect(await part()).toMatchObject(outcome('0000'))
    expect(await part()).toMatchObject(outcome('1000'))
  })

  test('that comes back after its success is then declined, in any order of its notices', async () => {
    const refund = merchant.followUp(await paid('PURCHASE'))
    await merchant.act(refund)
    await expect.poll(() => merchant.inquire(refund)).toMatchObject(outcome('0000'))
    sandbox.failLate(refund.attemptId)
    await expect.poll(() => merchant.inquire(refund)).toMatchObject(outcome('1000'))
    const sent = sandbox.notices.sent.filter(({ attemptId }) => attemptId === refund.attemptId)
    ;(sandbox.notices.sent as unknown[]).push(sent[0])
    expect(await merchant.inquire(refund)).toMatchObject(outcome('1000'))
  })

  test.each(['silence', 'lost', 'broken', 'cut', 'edge', 'reset', 'busy'])(
    'of which %s is all we hear is sent once',
    async (word) => {
      const refund = merchant.followUp(await paid('PURCHASE'), { money: euros(600n) })
      sandbox.order(refund.attemptId, word)
      const answer = merchant.act(refund, soon())
      await (word === 'busy' ? answer : expect(answer).rejects.toThrow(UnknownOutcome))
      await expect.poll(() => merchant.inquire(refund)).toMatchObject(outcome('0000'))
      const done = sandbox.book.modifications.filter(({ reference }) => reference === refund.attemptId)
      expect(done).toHaveLength(1)
    },
  )

  test('that Adyen will not take is not executed', async () => {
    const refund = merchant.followUp(await paid('PURCHASE'))
    sandbox.order(refund.attemptId, 'unwilling')
    const refusal = { outcome: { code: '1001', providerResponseCode: '167' } }
    expect(await merchant.act(refund)).toMatchObject(refusal)
    expect(await sandbox.netCharges(refund.attemptId)).toBe(0)
  })

  test('of a payment that Adyen has not named says what to do', async () => {
    const charge = await paid('PURCHASE')
    for (const providerReference of [null, 'PLE83C39B0A0DE0C1E']) {
      const refund = merchant.followUp(charge)
      const parent = { ...refund.parent, providerReference }
      const answer = { outcome: { code: '1001', responseMessage: expect.stringContaining('webhook') } }
      expect(await merchant.act({ ...refund, parent })).toMatchObject(answer)
    }
  })

  test('cannot be reversed, and never seems to be', async () => {
    const refund = merchant.followUp(await paid('PURCHASE'))
    await merchant.act(refund)
    await expect(merchant.reverse(refund)).rejects.toThrow(UnknownOutcome)
  })
})

describe('A void', () => {
  test.each([
    ['AUTHORIZE', 'CANCELLATION'],
    ['PURCHASE', 'CANCEL_OR_REFUND'],
  ] as const)('of a %s is a %s', async (transactionType, eventCode) => {
    const charge = await paid(transactionType)
    const annul = merchant.followUp(charge, { operation: 'VOID' })
    expect(await ended(annul)).toMatchObject({ outcome: { code: '0000', providerResponseCode: eventCode } })
    expect(await sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test('of what was captured already is declined', async () => {
    const charge = await paid('AUTHORIZE')
    await ended(merchant.followUp(charge, { operation: 'CAPTURE' }))
    expect(await ended(merchant.followUp(charge, { operation: 'VOID' }))).toMatchObject(outcome('1000'))
  })
})
