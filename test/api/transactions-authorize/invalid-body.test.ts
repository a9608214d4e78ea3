import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { BROWSER_INFO, NOT_ENROLLED } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const AUTHORIZE = '/api/transactions/authorize'

async function propertiesOf(changes: Record<string, unknown>): Promise<string[]> {
  const { status, body } = await app.merchant.authorize(changes)
  expect(status).toBe(422)
  expect(body).toEqual({ errors: expect.any(Array), method: 'POST', status: 422 })
  for (const error of body.errors) {
    expect(Object.keys(error).sort()).toEqual(['message', 'params', 'property'])
    expect(error.message.length).toBeGreaterThan(0)
    for (const param of error.params) expect(typeof param).toBe('string')
  }
  return body.errors.map(({ property }: { property: string }) => property)
}

async function errorsOfRaw(change: (body: string) => string) {
  const body = change(JSON.stringify(app.merchant.order()))
  const answer = await app.merchant.call('POST', AUTHORIZE, { body })
  return { status: answer.status, errors: answer.body.errors ?? [] }
}

describe('422 names the field', () => {
  it.each(['reference', 'terminal_id', 'currency', 'amount', 'transaction_type', 'payment_method', 'browser_info'])(
    '%s is required',
    async (field) => {
      expect(await propertiesOf({ [field]: undefined })).toEqual([field])
    },
  )

  it.each(Object.keys(BROWSER_INFO))('browser_info.%s is required for cards', async (field) => {
    expect(await propertiesOf({ browser_info: { ...BROWSER_INFO, [field]: undefined } })).toEqual([
      `browser_info.${field}`,
    ])
  })

  it.each(['encrypted_card_number', 'encrypted_cvv', 'encrypted_expiration_month', 'encrypted_expiration_year'])(
    'payment_method.data.%s is required',
    async (field) => {
      const { data } = app.merchant.order().payment_method as { data: object }
      const method = { type: 'card', data: { ...data, [field]: undefined } }
      expect(await propertiesOf({ payment_method: method })).toEqual([`payment_method.data.${field}`])
    },
  )

  it.each([
    ['reference', ''],
    ['reference', 'x'.repeat(41)],
    ['reference', 7],
    ['terminal_id', 'abcd'],
    ['terminal_id', 'x'.repeat(21)],
    ['description', 'x'.repeat(256)],
    ['description', 'a\0b'],
    ['currency', 'EU'],
    ['currency', 'EURO'],
    ['currency', 'XYZ'],
    ['currency', 'eur'],
    ['transaction_type', 'PAYMENT'],
    ['transaction_type', 'purchase'],
    ['payment_method', 'card'],
    ['customer', 'Ana'],
    ['customer_ip', '10.0.0.256'],
    ['metadata', 'x'],
    ['metadata', []],
    ['return_url', 'shop.example'],
    ['return_url', 'ftp://shop.example'],
    ['return_url', 'https://user:secret@shop.example'],
    ['error_url', 'javascript:alert(1)'],
    ['cancel_url', `https://shop.example/${'x'.repeat(2048)}`],
    ['tokenization', true],
    ['options', 'none'],
  ])('%s: %j', async (field, value) => {
    expect(await propertiesOf({ [field]: value })).toEqual([field])
  })

  it.each([
    ['payment_method.type', { payment_method: { type: 'cash', data: {} } }],
    ['payment_method.type', { payment_method: { data: {} } }],
    ['payment_method.data', { payment_method: { type: 'card' } }],
    ['customer.country', { customer: { country: 'ROU' } }],
    ['customer.country', { customer: { country: 'QZ' } }],
    ['customer.email', { customer: { email: 7 } }],
    ['browser_info.color_depth', { browser_info: { ...BROWSER_INFO, color_depth: '24' } }],
    ['browser_info.java_enabled', { browser_info: { ...BROWSER_INFO, java_enabled: 'false' } }],
    ['tokenization.save_card_for_future_payments', { tokenization: { save_card_for_future_payments: 'yes' } }],
    ['metadata.note', { metadata: { note: 'x'.repeat(8001) } }],
    [`metadata.${'k'.repeat(41)}`, { metadata: { ['k'.repeat(41)]: 1 } }],
  ])('%s in its place', async (property, changes) => {
    expect(await propertiesOf(changes)).toEqual([property])
  })

  it('payment_method without a type still names what is wrong with data', async () => {
    for (const payment_method of [{}, { data: 'card' }]) {
      const properties = await propertiesOf({ payment_method })
      expect(properties.toSorted()).toEqual(['payment_method.data', 'payment_method.type'])
    }
  })

  it('metadata has at most 50 keys and 32 KiB', async () => {
    const keys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))
    expect(await propertiesOf({ metadata: keys })).toEqual(['metadata'])
    const wide = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`k${index}`, 'x'.repeat(7000)]))
    expect(await propertiesOf({ metadata: wide })).toEqual(['metadata'])
  })

  it('params hold the bound that was broken', async () => {
    const { body } = await app.merchant.authorize({ reference: 'x'.repeat(41), terminal_id: 'abcd' })
    expect(body.errors).toMatchObject([
      { property: 'reference', params: ['40'] },
      { property: 'terminal_id', params: ['5'] },
    ])
  })

  it('all errors are reported together', async () => {
    const { data } = app.merchant.order().payment_method as { data: object }
    const properties = await propertiesOf({
      reference: '',
      terminal_id: 'x',
      description: 5,
      currency: 'XXY',
      amount: 10.5,
      transaction_type: 'REFUND',
      payment_method: { type: 'card', data: { ...data, encrypted_cvv: 5, encrypted_card_number: undefined } },
      browser_info: {},
      customer: { country: 'xx' },
      customer_ip: 'home',
      return_url: 'x',
      error_url: 'x',
      cancel_url: 'x',
    })
    expect(properties.sort()).toEqual(
      [
        'amount',
        ...Object.keys(BROWSER_INFO).map((field) => `browser_info.${field}`),
        'cancel_url',
        'currency',
        'customer.country',
        'customer_ip',
        'description',
        'error_url',
        'payment_method.data.encrypted_card_number',
        'payment_method.data.encrypted_cvv',
        'reference',
        'return_url',
        'terminal_id',
        'transaction_type',
      ].sort(),
    )
  })

  it('lengths count characters, not UTF-16 units', async () => {
    const { body } = await app.merchant.authorize({ reference: '🫘'.repeat(40), metadata: NOT_ENROLLED })
    expect(body.result).toMatchObject({ status: 'APPROVED', reference: '🫘'.repeat(40) })
    expect(await propertiesOf({ reference: '🫘'.repeat(41) })).toEqual(['reference'])
  })
})

describe('amount is taken exactly as written', () => {
  it.each(['10.0', '1e3', '"100"', '10.5', '0', '-1', '9223372036854775808', 'null', 'true', '1E2', '-0'])(
    '%s is 422',
    async (written) => {
      const { status, errors } = await errorsOfRaw((body) => body.replace('"amount":1250', `"amount":${written}`))
      expect(status).toBe(422)
      expect(errors).toMatchObject([{ property: 'amount' }])
    },
  )
})

describe('a body that is not what it says is refused whole', () => {
  it.each([
    ['malformed JSON', (body: string) => body.slice(0, -1), 400],
    ['a duplicate key', (body: string) => body.replace('{', '{"currency":"RON",'), 400],
    ['nesting deeper than 32', (body: string) => body.replace('{', `{"deep":${'['.repeat(33)}${']'.repeat(33)},`), 400],
    ['a lone surrogate', (body: string) => body.replace('Two bags', '\\ud800'), 422],
    ['more than 256 KiB', (body: string) => body.replace('{', `{"pad":"${'x'.repeat(262_144)}",`), 413],
  ])('%s', async (_what, change, expected) => {
    const { status, errors } = await errorsOfRaw(change)
    expect(status).toBe(expected)
    expect(errors.length).toBeGreaterThan(0)
  })
})
