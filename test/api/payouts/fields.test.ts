import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference } from '#test/test-merchant.ts'
import { ACCOUNT, beneficiary, push } from './payout-requests.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

/** The properties a body is refused for; no money moved. */
async function refused(changes: Record<string, unknown>): Promise<string[]> {
  const reference = changes.reference ?? newReference()
  const { status, body } = await push(app.merchant, { reference, ...changes })
  expect(status).toBe(422)
  const { items } = (await app.merchant.call('GET', '/api/transactions?limit=100')).body
  expect(items.filter((item: { reference: string }) => item.reference === reference)).toEqual([])
  return body.errors.map(({ property }: { property: string }) => property)
}

const REQUIRED = ['terminal_id', 'reference', 'description', 'currency', 'amount', 'beneficiary']

describe('each field has its own 422', () => {
  it.each(REQUIRED)('%s is required', async (field) => expect(await refused({ [field]: undefined })).toEqual([field]))

  it.each(['account_number', 'account_name'])('beneficiary.data.%s is required', async (field) => {
    expect(await refused({ beneficiary: beneficiary({ [field]: undefined }) })).toEqual([`beneficiary.data.${field}`])
  })

  it.each(['type', 'data'])('beneficiary.%s is required', async (field) => {
    expect(await refused({ beneficiary: { ...beneficiary(), [field]: undefined } })).toEqual([`beneficiary.${field}`])
  })

  it('all of them are reported together', async () => {
    const nothing = Object.fromEntries(REQUIRED.map((field) => [field, undefined]))
    expect((await refused({ ...nothing, beneficiary: { data: {} } })).sort()).toEqual([
      'amount',
      'beneficiary.data.account_name',
      'beneficiary.data.account_number',
      'beneficiary.type',
      'currency',
      'description',
      'reference',
      'terminal_id',
    ])
  })

  it.each([
    ['reference', ''],
    ['reference', 'r'.repeat(81)],
    ['terminal_id', 'ter'],
    ['description', ''],
    ['description', 'd'.repeat(101)],
    ['currency', 'inr'],
    ['amount', 0],
    ['amount', 10.5],
    ['amount', '100'],
    ['return_url', '/thanks'],
    ['customer_ip', '999.1.1.1'],
    ['options', 'fast'],
    ['metadata', 'x'],
  ])('%s %j is refused', async (field, value) => expect(await refused({ [field]: value })).toEqual([field]))

  it.each([
    ['type', { ...beneficiary(), type: 'card' }],
    ['data.account_number', beneficiary({ account_number: '' })],
    ['data.account_number', beneficiary({ account_number: ' \t\u00a0' })],
    ['data.account_number', beneficiary({ account_number: 12345 })],
    ['data.account_name', beneficiary({ account_name: '' })],
    ['data.bank_name', beneficiary({ bank_name: 7 })],
  ])('beneficiary.%s that is wrong', async (field, value) => {
    expect(await refused({ beneficiary: value })).toEqual([`beneficiary.${field}`])
  })

  it('no error contains the account number', async () => {
    const { text } = await push(app.merchant, { beneficiary: beneficiary({ ifsc: 'x' }), amount: 0 })
    expect(text).not.toContain(ACCOUNT.account_number)
  })
})

describe('the IFSC', () => {
  it.each([
    undefined,
    null,
    '',
    'HDFC',
    'HDFC1001234',
    'HDF00001234',
    'HDFC00012345',
    'HDFC0-01234',
    '1DFC0001234',
    'HDFC000123ı',
    'HDFC000123ß',
  ])('%j is refused for INR, once', async (ifsc) => {
    expect(await refused({ beneficiary: beneficiary({ ifsc }) })).toEqual(['beneficiary.data.ifsc'])
  })

  it('that is missing is reported beside all else that is', async () => {
    expect((await refused({ beneficiary: { type: 'bank_account', data: {} } })).sort()).toEqual([
      'beneficiary.data.account_name',
      'beneficiary.data.account_number',
      'beneficiary.data.ifsc',
    ])
  })

  it('that is wrong is refused for other currencies too', async () => {
    const wrong = { currency: 'EUR', beneficiary: beneficiary({ ifsc: 'HDFC' }) }
    expect(await refused(wrong)).toEqual(['beneficiary.data.ifsc'])
  })
})

describe('accepted are', () => {
  it.each([
    ['an IFSC in small letters', { beneficiary: beneficiary({ ifsc: 'hdfc0abc123' }) }],
    ['no IFSC outside of India', { currency: 'EUR', beneficiary: beneficiary({ ifsc: undefined }) }],
    ['an IFSC of null outside of India', { currency: 'EUR', beneficiary: beneficiary({ ifsc: null }) }],
    ['a reference of 80 characters', { reference: '₹'.repeat(80) }],
    ['a description of 100 characters', { description: '₹'.repeat(100) }],
    [
      'everything that may be said about the bank',
      {
        beneficiary: beneficiary({
          bank_code: '1',
          bank_name: 'HDFC',
          bank_branch: 'Fort',
          bank_address: 'a',
          bank_city: 'Mumbai',
          bank_state: 'MH',
          mobile: '+919812345678',
        }),
      },
    ],
    [
      'options, metadata, customer, return_url',
      {
        options: { speed: 'fast' },
        metadata: { month: 'May' },
        customer: { id: 'anybody', first_name: 'Ada' },
        return_url: 'https://shop.example/payouts',
      },
    ],
  ])('%s', async (_, changes) => {
    const { status, body } = await push(app.merchant, changes)
    expect([status, body.result.status]).toEqual([200, 'APPROVED'])
  })

  it.each([
    [undefined, '127.0.0.1'],
    [null, '127.0.0.1'],
    ['', '127.0.0.1'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
  ])('customer_ip %j, recorded as %s', async (customer_ip, recorded) => {
    const { body } = await push(app.merchant, { customer_ip })
    expect(body.result.customer_ip).toBe(recorded)
    expect((await app.merchant.status(body.result.id)).transaction.customer_ip).toBe(recorded)
  })
})
