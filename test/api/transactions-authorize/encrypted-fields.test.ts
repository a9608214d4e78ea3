import { constants, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptField, type PlainCard } from '#test/card-encryption.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const THIS_YEAR = new Date().getUTCFullYear()
const DATA = 'payment_method.data.'

async function errorsOf(changes: Record<string, unknown>, card?: Partial<PlainCard>) {
  const { status, body } = await app.merchant.authorize(changes, card)
  expect(status).toBe(422)
  return body.errors as { property: string; message: string; params: string[] }[]
}

async function withData(data: Record<string, unknown>) {
  const method = app.merchant.order().payment_method as { data: object }
  return errorsOf({ payment_method: { type: 'card', data: { ...method.data, ...data } } })
}

describe('a decrypted field that cannot be', () => {
  it.each<[string, Partial<PlainCard>, string]>([
    ['a number that fails the Luhn check', { number: '4111111111111112' }, 'encrypted_card_number'],
    ['a visa number of twelve digits', { number: '411111111117' }, 'encrypted_card_number'],
    ['an amex number of sixteen digits', { number: '3782822463100003', cvv: '1234' }, 'encrypted_card_number'],
    ['a number with a letter', { number: '411111111111111x' }, 'encrypted_card_number'],
    ['an empty number', { number: '' }, 'encrypted_card_number'],
    ['a CVV of two digits', { cvv: '12' }, 'encrypted_cvv'],
    ['a CVV of four digits', { cvv: '1234' }, 'encrypted_cvv'],
    ['a CVV of three digits on amex', { number: '378282246310005', cvv: '123' }, 'encrypted_cvv'],
    ['month 0', { expirationMonth: '0' }, 'encrypted_expiration_month'],
    ['month 13', { expirationMonth: '13' }, 'encrypted_expiration_month'],
    ['month 012', { expirationMonth: '012' }, 'encrypted_expiration_month'],
    ['a year of two digits', { expirationYear: '30' }, 'encrypted_expiration_year'],
    ['of two years ago', { expirationYear: String(THIS_YEAR - 2) }, 'encrypted_expiration_year'],
    ['more than 20 years ahead', { expirationYear: String(THIS_YEAR + 21) }, 'encrypted_expiration_year'],
  ])('%s is 422 and names the field', async (_what, card, field) => {
    expect((await errorsOf({}, card)).map(({ property }) => property)).toEqual([DATA + field])
  })

  it('expired in the current year names the month', async () => {
    // A month ends last at UTC-12.
    const latest = new Date(Date.now() - 12 * 3600_000)
    const month = latest.getUTCMonth()
    if (month === 0) return
    const card = { expirationYear: String(latest.getUTCFullYear()), expirationMonth: String(month) }
    expect((await errorsOf({}, card)).map(({ property }) => property)).toEqual([`${DATA}encrypted_expiration_month`])
  })

  it.each(['01', '1', '12'])('month %s is a month', async (expirationMonth) => {
    const { body } = await app.merchant.authorize({}, { expirationMonth, expirationYear: String(THIS_YEAR + 20) })
    expect(body.result.status).toBe('APPROVED')
  })

  it('all of them are reported together', async () => {
    const card = { number: '1', cvv: 'x', expirationMonth: '99', expirationYear: 'then' }
    expect((await errorsOf({}, card)).map(({ property }) => property).sort()).toEqual([
      `${DATA}encrypted_card_number`,
      `${DATA}encrypted_cvv`,
      `${DATA}encrypted_expiration_month`,
      `${DATA}encrypted_expiration_year`,
    ])
  })
})

describe('an encrypted field that cannot be opened', () => {
  const junk = {
    'another key': () =>
      encryptField(
        generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }) as string,
        '123',
      ),
    'PKCS#1 padding': () =>
      publicEncrypt({ key: app.merchant.publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from('123')).toString(
        'base64',
      ),
    'SHA-1 as hash': () =>
      publicEncrypt(
        { key: app.merchant.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
        Buffer.from('123'),
      ).toString('base64'),
    'random bytes': () => randomBytes(256).toString('base64'),
    'the wrong length': () => randomBytes(128).toString('base64'),
    'no Base64': () => '*** not base64 ***',
    'clear text': () => '123',
    nothing: () => '',
    base64url: () =>
      encryptField(app.merchant.publicKey, '123').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    'a line break': () => `${encryptField(app.merchant.publicKey, '123')}\n`,
  }

  it('looks the same for any error: 422 naming the field', async () => {
    const answers = []
    for (const make of Object.values(junk)) answers.push(await withData({ encrypted_cvv: make() }))
    for (const errors of answers) {
      expect(errors).toEqual(answers[0])
      expect(errors).toMatchObject([{ property: `${DATA}encrypted_cvv` }])
    }
  })

  it('is named beside a field that opens to something wrong', async () => {
    const errors = await withData({
      encrypted_cvv: 'junk',
      encrypted_expiration_month: encryptField(app.merchant.publicKey, '13'),
    })
    expect(errors.map(({ property }) => property).sort()).toEqual([
      `${DATA}encrypted_cvv`,
      `${DATA}encrypted_expiration_month`,
    ])
  })

  it('creates nothing and leaves the reference free', async () => {
    const reference = 'tried-before'
    await errorsOf({ reference }, { cvv: 'x' })
    const { body } = await app.merchant.authorize({ reference })
    expect(body.result.status).toBe('APPROVED')
    const { items } = (await app.merchant.call('GET', `/api/transactions?reference=${reference}`)).body
    expect(items).toHaveLength(1)
  })
})
