import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureTo, giveBack, refundTo, Tollgate, TollgateError, type Transaction } from '#client/index.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'

let app: RunningGateway
let tollgate: Tollgate
beforeAll(async () => {
  app = await useGateway()
  const { clientId, clientSecret, publicKey } = app.merchant
  const origin = { baseUrl: app.baseUrl, authUrl: app.baseUrl, realm: 'uat' } as const
  tollgate = new Tollgate({ ...origin, clientId, clientSecret, publicKey })
})
afterAll(() => app.close())

async function pay(changes: Record<string, unknown> = {}): Promise<Transaction> {
  const { body } = await app.merchant.authorize({ transaction_type: 'AUTHORIZE', amount: 3000, ...changes })
  return (await tollgate.transactionStatus(body.result.id)).transaction!
}

const booksOf = async (id: string) => (await tollgate.transactionStatus(id)).transaction!
const followUpsOf = async (id: string) => (await tollgate.listTransactions({ parent_id: id })).items
const typesOf = async (id: string) =>
  (await followUpsOf(id)).map(({ transaction_type, amount }) => [transaction_type, amount])

/** Asks, and loses the answer. */
const forgetful = () => ({
  transactionStatus: (id: string) => tollgate.transactionStatus(id),
  listTransactions: tollgate.listTransactions.bind(tollgate),
  async manage(...args: Parameters<Tollgate['manage']>): Promise<never> {
    await tollgate.manage(...args)
    throw new TollgateError('no_answer', 'The connection failed.')
  },
})

describe('captureTo', () => {
  test('captures the difference, once, also where the answer was lost', async () => {
    const { id } = await pay()
    await captureTo(tollgate, id, 1000n)
    await expect(captureTo(forgetful(), id, 2500n)).rejects.toMatchObject({ code: 'no_answer' })
    await captureTo(tollgate, id, 2500n)
    await Promise.all(
      [1, 2, 3].map(() => captureTo(tollgate, id, 3000n).catch((error) => expect(error.code).toBe('not_moved'))),
    )
    expect(await booksOf(id)).toMatchObject({ captured_amount: 3000n })
    expect((await typesOf(id)).reverse()).toEqual([
      ['CAPTURE', 1000n],
      ['CAPTURE', 1500n],
      ['CAPTURE', 500n],
    ])
  })

  test('says how much is captured where that is more', async () => {
    const { id } = await pay()
    await captureTo(tollgate, id, 1000n)
    await expect(captureTo(tollgate, id, 550n)).rejects.toThrow(
      '10.00 EUR is captured at the gateway, but only 5.50 EUR would be here: enter what is missing first.',
    )
    expect(await typesOf(id)).toHaveLength(1)
  })

  test('says why nothing was captured', async () => {
    const { id } = await pay()
    await expect(captureTo(tollgate, id, 3001n)).rejects.toMatchObject({
      code: 'not_moved',
      message: expect.stringMatching(/^Nothing was captured: /),
    })
    await captureTo(tollgate, id, 3000n)
  })
})

describe('refundTo', () => {
  test('refunds the difference, once, also where the answer was lost', async () => {
    const { id } = await pay({ transaction_type: 'PURCHASE' })
    await expect(refundTo(forgetful(), id, 700n)).rejects.toMatchObject({ code: 'no_answer' })
    await refundTo(tollgate, id, 700n)
    await refundTo(tollgate, id, 1400n)
    expect(await booksOf(id)).toMatchObject({ refunded_amount: 1400n })
    expect(await typesOf(id)).toEqual([
      ['REFUND', 700n],
      ['REFUND', 700n],
    ])
  })
})

describe('giveBack', () => {
  test('voids what is held and refunds what is captured, once', async () => {
    const { id } = await pay()
    await captureTo(tollgate, id, 1000n)
    await giveBack(tollgate, id)
    await giveBack(tollgate, id)
    expect(await typesOf(id)).toEqual([
      ['REFUND', 1000n],
      ['VOID', 2000n],
      ['CAPTURE', 1000n],
    ])
    expect((await booksOf(id)).allowed_actions).toEqual([])
  })

  test.each([
    ['AUTHORIZE', 'VOID'],
    ['PURCHASE', 'REFUND'],
  ])('of an %s is a %s', async (transaction_type, kind) => {
    const { id } = await pay({ transaction_type })
    await giveBack(tollgate, id)
    await giveBack(tollgate, id)
    expect(await typesOf(id)).toEqual([[kind, 3000n]])
  })

  test('of a voided purchase is nothing', async () => {
    const { id, reference, terminal_id, currency, amount } = await pay({ transaction_type: 'PURCHASE' })
    await tollgate.manage({ transaction_type: 'VOID', reference, terminal_id, currency, amount })
    await giveBack(tollgate, id)
    expect(await typesOf(id)).toEqual([['VOID', 3000n]])
  })

  test('of a declined payment is nothing', async () => {
    const { id, approved } = await pay({
      metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', response_code: 'TRX_STATUS_DECLINED' },
    })
    expect(approved).toBe(false)
    await giveBack(tollgate, id)
    expect(await typesOf(id)).toEqual([])
  })

  test('waits for a follow-up that is not confirmed', async () => {
    const { id, reference, terminal_id, currency } = await pay()
    await tollgate.manage({
      ...{ transaction_type: 'CAPTURE', reference, terminal_id, currency, amount: 1000n },
      metadata: { response_code: 'TRX_STATUS_PENDING' },
    })
    await expect(giveBack(tollgate, id)).rejects.toThrow(
      'An earlier capture is not confirmed yet. Try again in a minute.',
    )
  })
})
