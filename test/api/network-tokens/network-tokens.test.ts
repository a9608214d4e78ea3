import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptField } from '#test/card-encryption.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { chargesOf, complete, eventsOf, requestAuthentication } from '../three-ds/shopper.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const THIS_YEAR = new Date().getUTCFullYear()
const DATA = 'payment_method.data.'
const CRYPTOGRAM = 'AgAAAAAABk4DWZ4C28yUQAAAAAA='
/** A flow with a challenge, which a network token skips. */
const ENROLLED = { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } }

interface PlainToken {
  readonly number: string
  readonly month: string
  readonly year: string
  readonly cryptogram: string | null
}

const TOKEN: PlainToken = { number: '4111111111111111', month: '12', year: String(THIS_YEAR + 3), cryptogram: null }

/**
 * A network token as the merchant decrypted it, sealed field by field.
 * @param rest plain fields, undefined removes one
 */
function networkToken(token: Partial<PlainToken>, rest: Record<string, unknown> = {}) {
  const { number, month, year, cryptogram } = { ...TOKEN, ...token }
  const seal = (text: string) => encryptField(merchant.publicKey, text)
  const data = {
    encrypted_token_number: seal(number),
    encrypted_expiration_month: seal(month),
    encrypted_expiration_year: seal(year),
    ...(cryptogram !== null && { encrypted_cryptogram: seal(cryptogram) }),
    ...rest,
  }
  return { payment_method: { type: 'network-token', data } }
}

const authenticated = (rest: Record<string, unknown> = { eci: '05' }, token: Partial<PlainToken> = {}) => ({
  ...ENROLLED,
  ...networkToken({ cryptogram: CRYPTOGRAM, ...token }, rest),
})

async function refusedFields(changes: Record<string, unknown>): Promise<string[]> {
  const order = merchant.order(changes)
  const { status, body } = await merchant.call('POST', '/api/transactions/authorize', { body: order })
  expect(status).toBe(422)
  const { items } = (await merchant.call('GET', `/api/transactions?reference=${order.reference}`)).body
  expect(items).toEqual([])
  return body.errors.map(({ property }: { property: string }) => property).sort()
}

describe('with a valid cryptogram and eci', () => {
  it.each(['00', '01', '02', '05', '06', '07'])('eci %s: 3-D Secure is skipped', async (eci) => {
    const { body } = await merchant.authorize(authenticated({ eci }))
    expect(body).toMatchObject({ action: null, result: { status: 'APPROVED', processing_code: '0000' } })
    expect(await eventsOf(merchant, body.result.id)).toMatchObject([
      { authentication_status: null, authentication_level: null, payment_method_type: 'network-token' },
    ])
    expect(await chargesOf(merchant, body.result.id)).toMatchObject([{ state: 'CHARGED' }])
  })

  it('no browser_info is needed', async () => {
    const { body } = await merchant.authorize({ ...authenticated(), browser_info: undefined })
    expect(body.result.status).toBe('APPROVED')
  })

  it('response_code decides the outcome, as for cards', async () => {
    const metadata = { response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' }
    const { result } = (await merchant.authorize({ ...authenticated(), metadata })).body
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
  })

  it('an AUTHORIZE is taken, too', async () => {
    const { result } = (await merchant.authorize({ ...authenticated(), transaction_type: 'AUTHORIZE' })).body
    expect(result).toMatchObject({ status: 'APPROVED', transaction_type: 'AUTHORIZE', captured_amount: 0n })
  })
})

describe('without a cryptogram (PAN_ONLY)', () => {
  it('3-D Secure is demanded, and the payment is authorized after it', async () => {
    const { body } = await merchant.authorize({ ...ENROLLED, ...networkToken({}) })
    expect(body).toMatchObject({ result: null, status: 'PENDING', action: { type: 'THREE_DS_2_FINGERPRINT' } })
    const challenge = (await requestAuthentication(merchant, body.action)).body.action
    const { result } = (await complete(merchant, challenge)).body
    expect(result).toMatchObject({ status: 'APPROVED', payment_method: { type: 'network-token' } })
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ authentication_status: 'Y', authentication_level: 2 }])
  })

  it('browser_info is required', async () => {
    expect(await refusedFields({ ...networkToken({}), browser_info: undefined })).toEqual(['browser_info'])
  })
})

describe('eci', () => {
  const ECI = `${DATA}eci`

  it('missing beside a cryptogram is a 422 on it', async () => {
    expect(await refusedFields(networkToken({ cryptogram: CRYPTOGRAM }))).toEqual([ECI])
  })

  it('without a cryptogram is a 422 on it', async () => {
    expect(await refusedFields(networkToken({}, { eci: '05' }))).toEqual([ECI])
  })

  it.each(['03', '5', '5 ', '08', '', 5, null])('%j is none of the six: a 422 on it', async (eci) => {
    expect(await refusedFields(networkToken({ cryptogram: CRYPTOGRAM }, { eci }))).toEqual([ECI])
  })
})

describe('source', () => {
  it.each(['network-token', 'walleta-pay', 'walletb-pay', undefined, null])('%s is taken', async (source) => {
    const { result } = (await merchant.authorize(authenticated({ eci: '07', source }))).body
    expect(result.status).toBe('APPROVED')
  })

  it.each(['walletc-pay', '', 'NETWORK-TOKEN', 1])('%j is a 422 on it', async (source) => {
    expect(await refusedFields(networkToken({ cryptogram: CRYPTOGRAM }, { eci: '05', source }))).toEqual([
      `${DATA}source`,
    ])
  })
})

describe('encrypted fields', () => {
  const FIELDS = ['cryptogram', 'expiration_month', 'expiration_year', 'token_number'].map(
    (name) => `encrypted_${name}`,
  )
  const named = (fields: readonly string[]) => fields.map((field) => DATA + field)

  it.each(FIELDS)('junk in %s alone is a 422 on it', async (field) => {
    const junk = { [field]: randomBytes(256).toString('base64') }
    expect(await refusedFields(authenticated({ eci: '05', ...junk }))).toEqual(named([field]))
  })

  it('that are all junk are named together', async () => {
    const junk = Object.fromEntries(FIELDS.map((field, n) => [field, n % 2 ? 'junk' : '']))
    expect(await refusedFields(authenticated({ eci: '05', ...junk }))).toEqual(named(FIELDS))
  })

  it('that are missing or no strings are named together', async () => {
    const payment_method = { type: 'network-token', data: { encrypted_expiration_year: 2030, eci: '99', source: 'x' } }
    expect(await refusedFields({ payment_method })).toEqual(
      named(['eci', 'encrypted_expiration_month', 'encrypted_expiration_year', 'encrypted_token_number', 'source']),
    )
  })

  it('that are missing beside a cryptogram do not make browser_info required', async () => {
    const payment_method = { type: 'network-token', data: { encrypted_cryptogram: 'x', eci: '05' } }
    const body = { payment_method, browser_info: undefined }
    expect(await refusedFields(body)).toEqual(
      named(['encrypted_expiration_month', 'encrypted_expiration_year', 'encrypted_token_number']),
    )
  })

  it.each<[string, Partial<PlainToken>, string]>([
    ['a token that expired two years ago', { year: String(THIS_YEAR - 2) }, 'encrypted_expiration_year'],
    ['a year of two digits', { year: '30' }, 'encrypted_expiration_year'],
    ['more than 20 years ahead', { year: String(THIS_YEAR + 21) }, 'encrypted_expiration_year'],
    ['month 0', { month: '0' }, 'encrypted_expiration_month'],
    ['month 13', { month: '13' }, 'encrypted_expiration_month'],
    ['a number that fails the Luhn check', { number: '4111111111111112' }, 'encrypted_token_number'],
    ['a visa number of twelve digits', { number: '411111111117' }, 'encrypted_token_number'],
    ['a number too short', { number: '42' }, 'encrypted_token_number'],
    ['an empty cryptogram', { cryptogram: '' }, 'encrypted_cryptogram'],
    ['a cryptogram with blanks', { cryptogram: 'AgAA AAAA' }, 'encrypted_cryptogram'],
  ])('%s is a 422 and names the field', async (_what, token, field) => {
    expect(await refusedFields(authenticated({ eci: '05' }, token))).toEqual(named([field]))
  })

  it.each(['1', '01', '12'])('month %s is a month', async (month) => {
    const { result } = (await merchant.authorize(authenticated({ eci: '05' }, { month }))).body
    expect(result.status).toBe('APPROVED')
  })

  it('come after merchant and terminal, and before the reference', async () => {
    const junk = authenticated({ eci: '05', encrypted_token_number: 'junk' })
    const unknown = (await merchant.authorize({ ...junk, terminal_id: 'ter_unknown' })).body
    expect(unknown.result).toMatchObject({ status: 'INVALID', processing_code: '2013' })
    const { reference } = (await merchant.authorize()).body.result
    const { status, body } = await merchant.authorize({ ...junk, reference })
    expect([status, body.errors[0].property]).toEqual([422, `${DATA}encrypted_token_number`])
  })
})

describe('the record', () => {
  it('shows type network-token, mask, brand and hash of the token number, and no stored token', async () => {
    const { result } = (await merchant.authorize(authenticated({ eci: '02' }, { number: '5555555555554444' }))).body
    const masked = '555555******4444'
    expect(result.payment_method).toEqual({
      method: masked,
      type: 'network-token',
      masked,
      brand: 'mastercard',
      hash: expect.any(String),
      token: null,
    })
    const card = (await merchant.authorize({}, { number: '5555555555554444' })).body.result.payment_method
    expect(result.payment_method.hash).toBe(card.hash)
    expect((await merchant.status(result.id)).transaction).toEqual(result)
  })

  it('holds nothing of token number and cryptogram, nor does any table', async () => {
    const cryptogram = randomBytes(15).toString('base64')
    const { result } = (await merchant.authorize(authenticated({ eci: '05' }, { cryptogram }))).body
    const pending = (await merchant.authorize({ ...ENROLLED, ...networkToken({}) })).body
    expect([result.status, pending.status]).toEqual(['APPROVED', 'PENDING'])
    const { sql } = app.database
    const tables = await sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`
    const rows = await Promise.all(tables.map(({ name }) => sql.unsafe(`select row.*::text as row from ${name} row`)))
    const stored = JSON.stringify(rows)
    expect(stored).toContain(result.id)
    for (const trace of [cryptogram, TOKEN.number]) expect(stored).not.toContain(trace)
  })
})
