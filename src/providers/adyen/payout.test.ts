import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { callOn, soon } from '#provider/contract/test-charges.ts'
import { type Charge, type Provider, UnknownOutcome } from '#providers/port/provider.ts'
import { openAdyenSandbox, TRANSFERS_API_KEY } from '#test/adyen-sandbox/index.ts'
import { BALANCE_ACCOUNT, CREDENTIALS, newAccount, openMerchant } from '#test/adyen-sandbox/merchant.ts'
import { createAdyen } from './index.ts'

const IBAN = 'NL91ABNA0417164300'

let sandbox: Awaited<ReturnType<typeof openAdyenSandbox>>
let provider: Provider
let merchant: ReturnType<typeof openMerchant>

beforeAll(async () => {
  sandbox = await openAdyenSandbox()
  provider = createAdyen({ realm: 'uat', origin: sandbox.origin })
  merchant = openMerchant(provider, sandbox)
})
afterAll(async () => {
  expect(sandbox.complaints()).toEqual([])
  await sandbox.close()
})

const outcome = (code: string) => ({ kind: 'outcome', outcome: { code } })
const NOTHING_ELSE = {
  ifsc: null,
  bankCode: null,
  bankName: null,
  bankBranch: null,
  bankAddress: null,
  bankCity: null,
  bankState: null,
  mobile: null,
}

function payoutTo(accountNumber: string): Charge {
  const beneficiary = {
    type: 'bank_account',
    accountNumber: new Secret(accountNumber),
    accountName: 'A. Klaassen',
    ...NOTHING_ELSE,
  } as const
  return merchant.charge({ transactionType: 'PAYOUT', instrument: { kind: 'bank-account', beneficiary } })
}

async function paidOut(): Promise<Charge> {
  const payout = payoutTo(IBAN)
  expect(await merchant.authorize(payout)).toMatchObject(outcome('1002'))
  return payout
}

describe('A payout', () => {
  test('is a transfer from the balance account, under our id', async () => {
    const { attemptId } = await paidOut()
    const transfer = sandbox.book.transfers.find(({ reference }) => reference === attemptId)
    expect(transfer?.request).toEqual({
      amount: { currency: 'EUR', value: 1000 },
      balanceAccountId: BALANCE_ACCOUNT,
      category: 'bank',
      counterparty: {
        bankAccount: {
          accountHolder: { fullName: 'A. Klaassen' },
          accountIdentification: { type: 'iban', iban: IBAN },
        },
      },
      priority: 'regular',
    })
  })

  test.each([
    ['received', '1002'],
    ['authorised', '1002'],
    ['pending', '1002'],
    ['pendingApproval', '1002'],
    ['booked', '0000'],
    ['refused', '1000'],
    ['failed', '1000'],
    ['error', '1000'],
    ['cancelled', '1000'],
    ['rejected', '1000'],
    ['undefined', '1002'],
  ])('that stands as %s is %s', async (status, code) => {
    const payout = await paidOut()
    sandbox.moveTransfer(payout.attemptId, status)
    expect(await merchant.inquire(payout)).toMatchObject(outcome(code))
  })

  test('that came back after it was booked is declined then', async () => {
    const payout = await paidOut()
    sandbox.moveTransfer(payout.attemptId, 'booked')
    expect(await merchant.inquire(payout)).toMatchObject(outcome('0000'))
    sandbox.moveTransfer(payout.attemptId, 'returned', 'counterpartyAccountClosed')
    const said = { providerResponseCode: 'returned', providerResponseMessage: 'counterpartyAccountClosed' }
    expect(await merchant.inquire(payout)).toMatchObject({ outcome: { code: '1000', ...said } })
  })

  test.each([
    ['silence', 1],
    ['broken', 1],
    ['cut', 1],
    ['edge', 1],
    ['lost', 0],
    ['reset', 0],
  ])('of which %s is all we hear is found by our id, %i times', async (word, times) => {
    const payout = payoutTo(IBAN)
    sandbox.order(payout.attemptId, word)
    await expect(merchant.authorize(payout, soon())).rejects.toThrow(UnknownOutcome)
    expect(await merchant.inquire(payout)).toMatchObject(times ? outcome('1002') : { kind: 'not-found' })
    expect(await sandbox.netCharges(payout.attemptId)).toBe(times)
    await merchant.reverse(payout)
    expect(await sandbox.netCharges(payout.attemptId)).toBe(0)
  })

  test("is asked about by Adyen's name for it where that is known", async () => {
    const payout = await paidOut()
    await merchant.inquire(payout)
    const id = merchant.references.get(payout.attemptId)
    expect(merchant.exchanges.at(-1)).toMatchObject({ request: `GET /transfers/${id}`, httpStatus: 200 })
  })

  test('goes out once, however often it is asked for', async () => {
    const payout = payoutTo(IBAN)
    const answers = await Promise.all(Array.from({ length: 8 }, () => merchant.authorize(payout)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await sandbox.netCharges(payout.attemptId)).toBe(1)
  })

  test('that is booked is not reversed, and never seems to be', async () => {
    const payout = await paidOut()
    sandbox.moveTransfer(payout.attemptId, 'booked')
    await expect(merchant.reverse(payout)).rejects.toThrow(UnknownOutcome)
  })

  test.each(['12345678', 'NL91ABNA0417164301', 'GB00'])(
    'to %s, which is no IBAN, is left to others',
    async (number) => {
      const before = sandbox.requests.length
      const answer = await merchant.authorize(payoutTo(number))
      expect(answer).toMatchObject({ outcome: { code: '1001', responseMessage: 'Adyen pays to an IBAN only.' } })
      expect(JSON.stringify(answer)).not.toContain(number)
      expect(sandbox.requests).toHaveLength(before)
    },
  )

  test('to an IBAN with spaces and small letters is one to that IBAN', async () => {
    expect(await merchant.authorize(payoutTo('nl91 abna 0417 1643 00'))).toMatchObject(outcome('1002'))
  })

  test('keeps neither the account number nor the key', async () => {
    await merchant.inquire(await paidOut())
    expect(JSON.stringify(merchant.exchanges)).not.toMatch(new RegExp(`${IBAN}|${TRANSFERS_API_KEY}`))
  })
})

describe('The probe', () => {
  const access = (credentials: typeof CREDENTIALS, settings = {}) => callOn(newAccount(settings), credentials)
  const wrong = { current: new Secret('AQEsomebody-elses-key-x'), previous: null }

  test('asks for transfers where the account pays out', async () => {
    const paysOut = { balance_account: BALANCE_ACCOUNT }
    expect(await provider.probe(access(CREDENTIALS, paysOut))).toEqual([])
    const problems = await provider.probe(access({ ...CREDENTIALS, transfers_api_key: wrong }, paysOut))
    expect(problems).toEqual([expect.stringContaining('transfers_api_key')])
    expect(await provider.probe(access({ ...CREDENTIALS, transfers_api_key: wrong }))).toEqual([])
  })

  test('goes by the key that replaced another', async () => {
    const rotated = { current: CREDENTIALS.api_key!.current, previous: wrong.current }
    expect(await provider.probe(access({ ...CREDENTIALS, api_key: rotated }))).toEqual([])
  })

  test.each([
    ['merchant_account', { merchant_account: 'SomebodyElse' }],
    ['merchant_account', { merchant_account: undefined }],
  ])('names %s where it is wrong: %j', async (_, settings) => {
    expect(await provider.probe(access(CREDENTIALS, settings))).toHaveLength(1)
  })

  test('says so where Adyen cannot be reached', async () => {
    const nowhere = createAdyen({ realm: 'uat', origin: 'http://127.0.0.1:1' })
    expect(await nowhere.probe(access(CREDENTIALS))).toEqual([expect.stringContaining('cannot be reached')])
  })
})
