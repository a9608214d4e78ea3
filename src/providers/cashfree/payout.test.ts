import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soon } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { openCashfreeScene, payoutTo } from '#test/cashfree-sandbox/fixture.ts'
import { code } from '#test/provider-sandbox/fixture.ts'

let scene: Awaited<ReturnType<typeof openCashfreeScene>>

beforeAll(async () => {
  scene = await openCashfreeScene()
})
afterAll(async () => {
  await scene.sandbox.close()
  expect(scene.sandbox.complaints).toEqual([])
})

describe('A payout', () => {
  test.each([
    ['Ada Lindqvist', '0000', 'COMPLETED'],
    ['pending', '1002', 'PENDING'],
    ['received', '1002', 'RECEIVED'],
    ['approval', '1002', 'APPROVAL_PENDING'],
    ['failed', '1000', 'IMPS_MODE_FAIL'],
    ['rejected', '1000', 'INVALID_MODE_FOR_PYID'],
    ['novel', '1002', 'NEW'],
  ])('to %s is %s', async (name, is, raw) => {
    const payout = payoutTo(name)
    expect(await scene.authorize(payout)).toMatchObject({ outcome: { code: is, providerResponseCode: raw } })
    expect(await scene.inquire(payout)).toMatchObject(code(is))
  })

  test('goes out once, also when it is asked for eight times concurrently', async () => {
    const payout = payoutTo('Ada Lindqvist')
    const answers = await Promise.all(Array.from({ length: 8 }, () => scene.authorize(payout)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await scene.sandbox.netCharges(payout.attemptId)).toBe(1)
  })

  test.each([
    ['silence', 'not-found', 0],
    ['silence-after', 'outcome', 1],
    ['reset', 'outcome', 1],
    ['error-500', 'not-found', 0],
    ['error-500-after', 'outcome', 1],
    ['cut', 'outcome', 1],
  ])('that is lost by %s is unknown until it is asked about', async (name, kind, net) => {
    const payout = payoutTo(name)
    await expect(scene.authorize(payout, soon())).rejects.toThrow(UnknownOutcome)
    expect(await scene.inquire(payout)).toMatchObject({ kind })
    expect(await scene.sandbox.netCharges(payout.attemptId)).toBe(net)
  })

  test('that came back after it was done is reported by a notice, and by Cashfree on inquiry', async () => {
    const payout = payoutTo('Ada Lindqvist')
    expect(await scene.authorize(payout)).toMatchObject(code('0000'))
    scene.sandbox.settleTransfer(payout.attemptId, 'REVERSED', 'INVALID_ACCOUNT_FAIL')
    const [notice] = await scene.sandbox.noticesOf(payout.attemptId)
    const { attemptId } = payout
    expect(scene.provider.readNotice(scene.sandbox.credentials, notice!)).toMatchObject([
      { attemptId, fields: { status: 'REVERSED' } },
    ])
    const outcome = { code: '1000', providerResponseCode: 'INVALID_ACCOUNT_FAIL' }
    expect(await scene.inquire(payout)).toMatchObject({ outcome })
  })

  test('is confirmed as reversed only where no money went out', async () => {
    await scene.reverse(payoutTo('nobody'))
    const [sent, failed] = [payoutTo('Ada Lindqvist'), payoutTo('failed')]
    for (const payout of [sent, failed]) await scene.authorize(payout)
    await scene.reverse(failed)
    await expect(scene.reverse(sent)).rejects.toThrow(UnknownOutcome)
  })

  test('needs keys of its own, rupees and an IFSC', async () => {
    const { client_id, client_secret } = scene.sandbox.credentials
    const payout = payoutTo('Ada Lindqvist')
    const poor = { ...scene.callAbout('att'), credentials: { client_id, client_secret } }
    expect(await scene.provider.authorize(poor, payout)).toMatchObject(code('1001'))
    const euros = { ...payout, money: { amount: 100n, currency: 'EUR' } }
    expect(await scene.authorize(euros)).toMatchObject(code('1001'))
    expect(await scene.sandbox.netCharges(payout.attemptId)).toBe(0)
  })
})
