// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { CARD_NUMBER, CRYPTOGRAM, CVV, proofOf, soon } from '#provider/contract/test-charges.ts'
import { type Charge, OtherMoney, UnknownOutcome } from '#providers/port/provider.ts'
import { API_KEY, HMAC_KEY, openAdyenSandbox } from '#test/adyen-sandbox/index.ts'
import { openMerchant } from '#test/adyen-sandbox/merchant.ts'
import { createAdyen } from './index.ts'

let sandbox: Awaited<ReturnType<typeof openAdyenSandbox>>
let merchant: ReturnType<typeof openMerchant>

beforeAll(async () => {
  sandbox = await openAdyenSandbox()
  merchant = openMerchant(createAdyen({ realm: 'uat', origin: sandbox.origin }), sandbox)
})
afterAll(() => sandbox.close())

const ordered = (word: string, terms: Partial<Charge> = {}) => merchant.charge({ reference: `ord_1.${word}`, ...terms })
const outcome = (code: string) => ({ kind: 'outcome', outcome: { code } })

const METHODS: Readonly<Record<string, Partial<Charge>>> = {
  card: {},
  'an authenticated card': { proof: proofOf('Y') },
  'an authorization': { transactionType: 'AUTHORIZE' },
}
const eachMethod = Object.keys(METHODS)

function withToken(word: string): Charge {
  const charge = ordered(word)
  const { card } = charge.instrument as Extract<Charge['instrument'], { kind: 'card' }>
  const cryptogram = { value: new Secret(CRYPTOGRAM), eci: '07', source: 'walleta-pay' } as const
  return { ...charge, instrument: { kind: 'card', card: { ...card, cvv: null }, cryptogram } }
}

describe.each([...eachMethod, 'a network token'])('Of %s', (method) => {
  const charge = (word: string) => (METHODS[method] ? ordered(word, METHODS[method]) : withToken(word))

  test.each([
    ['approve', '0000', 1],
    ['refuse-2', '1000', 0],
    ['refuse-12', '1004', 0],
    ['refuse-20', '4101', 0],
    ['result-Error', '1001', 0],
    ['result-Cancelled', '1003', 0],
    ['result-Pending', '1002', 0],
    ['unwilling', '1001', 0],
    ['busy', '0000', 1],
  ])('%s is %s, and charged %i times', async (word, code, times) => {
    const wanted = charge(word)
    expect(await merchant.authorize(wanted)).toMatchObject(outcome(code))
    expect(await sandbox.netCharges(wanted.attemptId)).toBe(times)
  })

  test('a soft decline asks for an authentication', async () => {
    expect(await merchant.authorize(charge('refuse-38'))).toMatchObject({ kind: 'authentication-required' })
  })

  test.each([
    ['silence', 1],
    ['broken', 1],
    ['cut', 1],
    ['edge', 1],
    ['lost', 0],
    ['reset', 0],
  ])('%s leaves it unknown, its notice resolves it, and a reversal reverses it', async (word, times) => {
    const wanted = charge(word)
    await expect(merchant.authorize(wanted, soon())).rejects.toThrow(UnknownOutcome)
    expect(await sandbox.netCharges(wanted.attemptId)).toBe(times)
    expect(await merchant.inquire(wanted)).toMatchObject(times ? outcome('0000') : { kind: 'not-found' })
    await merchant.reverse(wanted)
    expect(await sandbox.netCharges(wanted.attemptId)).toBe(0)
    expect(await merchant.inquire(wanted)).toMatchObject(times ? outcome('1001') : { kind: 'not-found' })
  })

  test.each([
    [true, '0000'],
    [false, '1000'],
  ])('a pending one ends with its notice, success %s, as %s', async (isApproved, code) => {
    const wanted = charge('result-Received')
    await merchant.authorize(wanted)
    expect(await merchant.inquire(wanted)).toMatchObject(outcome('1002'))
    sandbox.tellOfPayment(wanted.attemptId, isApproved)
    expect(await merchant.inquire(wanted)).toMatchObject(outcome(code))
  })
})

describe('A charge', () => {
  test('whose answer came is pending until its notice, never unknown', async () => {
    const charge = ordered('untold')
    await merchant.authorize(charge)
    expect(await merchant.inquire(charge)).toMatchObject(outcome('1002'))
    sandbox.tellOfPayment(charge.attemptId)
    expect(await merchant.inquire(charge)).toMatchObject(outcome('0000'))
  })

  test('of which only a part was authorised is given back and declined', async () => {
    const charge = ordered('result-PartiallyAuthorised')
    expect(await merchant.authorize(charge)).toMatchObject(outcome('1000'))
    expect(await sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test('that was refused has nothing to reverse', async () => {
    const charge = ordered('refuse-2')
    await merchant.authorize(charge)
    const before = sandbox.requests.length
    await merchant.reverse(charge)
    expect(sandbox.requests).toHaveLength(before)
  })

  test('that comes to light after a reversal found nothing is reversed again, under a new key', async () => {
    const charge = ordered('untold', { transactionType: 'AUTHORIZE' })
    await merchant.reverse(charge)
    await merchant.authorize(charge)
    sandbox.tellOfPayment(charge.attemptId)
    expect(await merchant.inquire(charge)).toMatchObject(outcome('0000'))
    await merchant.reverse(charge)
    expect(await merchant.inquire(charge)).toMatchObject(outcome('1001'))
    expect(await sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test('whose reversal failed is found as approved, and reversed under a new key', async () => {
    const charge = merchant.charge()
    await merchant.authorize(charge)
    sandbox.order(charge.attemptId, 'refuse-2')
    await merchant.reverse(charge)
    expect(await merchant.inquire(charge)).toMatchObject(outcome('0000'))
    sandbox.order(charge.attemptId, '')
    await merchant.reverse(charge)
    expect(await merchant.inquire(charge)).toMatchObject(outcome('1001'))
    expect(await sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test.each(['unwilling', 'broken', 'cut', 'reset'])(
    'is not reversed before Adyen took the order: %s',
    async (word) => {
      const charge = merchant.charge()
      await merchant.authorize(charge)
      sandbox.order(charge.attemptId, word)
      await expect(merchant.reverse(charge)).rejects.toThrow(UnknownOutcome)
      await merchant.reverse(charge)
      expect(await sandbox.netCharges(charge.attemptId)).toBe(0)
    },
  )

  test('is approved by a notice of the whole amount only', async () => {
    const charge = ordered('result-Pending')
    await merchant.authorize(charge)
    const payment = sandbox.book.payments.find(({ reference }) => reference === charge.attemptId)!
    Object.assign(payment, { value: 999 })
    sandbox.tellOfPayment(charge.attemptId)
    await expect(merchant.inquire(charge)).rejects.toThrow(OtherMoney)
  })

  test('remembers its name if only a notice contains it', async () => {
    const charge = ordered('silence')
    await expect(merchant.authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
    expect(merchant.references.get(charge.attemptId)).toBeUndefined()
    await merchant.inquire(charge)
    expect(merchant.references.get(charge.attemptId)).toMatch(/^SANDBOX/)
  })
})

test('nothing secret is kept of what was said, and the definitions have nothing against it', async () => {
  const kept = JSON.stringify([merchant.exchanges, sandbox.complaints()])
  expect(merchant.exchanges.length).toBeGreaterThan(50)
  const secrets = [CARD_NUMBER, `"${CVV}"`, CRYPTOGRAM, API_KEY, HMAC_KEY, '12/2030', 'A. Klaassen']
  for (const secret of secrets) expect(kept).not.toContain(secret)
  expect(kept).toContain('SANDBOX000000001')
  expect(sandbox.requests.join()).toContain(CARD_NUMBER)
  expect(sandbox.complaints()).toEqual([])
})
