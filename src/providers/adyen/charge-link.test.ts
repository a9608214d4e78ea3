import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { soon } from '#provider/contract/test-charges.ts'
import { type Charge, UnknownOutcome } from '#providers/port/provider.ts'
import { openAdyenSandbox } from '#test/adyen-sandbox/index.ts'
import { openMerchant } from '#test/adyen-sandbox/merchant.ts'
import { capabilities } from './capabilities.ts'
import { createAdyen } from './index.ts'
import { LINK_METHODS } from './link-methods.ts'
import { isLink } from './translate/link.ts'

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
const chargeBy = (method: string, terms: Partial<Charge> = {}) =>
  merchant.charge({ instrument: { kind: 'redirect', method, payer: null }, ...terms })

async function atLink(terms: Partial<Charge> = {}): Promise<Charge> {
  const charge = chargeBy('BANK_TRANSFER', terms)
  expect(await merchant.authorize(charge)).toMatchObject({ kind: 'shopper-step', step: { kind: 'redirect' } })
  return charge
}

describe('Every method on a link', () => {
  test.each(Object.keys(LINK_METHODS))('%s is a known method, and its link offers its types alone', async (method) => {
    expect(PAYMENT_METHODS).toContain(method)
    const charge = chargeBy(method, {
      instrument: { kind: 'redirect', method, payer: { email: 'a@b.example', firstName: 'Ada', lastName: 'Lovelace' } },
    })
    const { id, url, request } = await made(charge)
    expect(merchant.references.get(charge.attemptId)).toBe(id)
    expect(await merchant.inquire(charge)).toEqual({ kind: 'shopper-step', step: { kind: 'redirect', url } })
    expect(request).toMatchObject({
      allowedPaymentMethods: LINK_METHODS[method]!.types,
      returnUrl: charge.returnUrl,
      shopperEmail: 'a@b.example',
      shopperName: { firstName: 'Ada', lastName: 'Lovelace' },
    })
  })

  test.each(['voucher-redirect-gir', 'voucher-redirect-sft'])('%s is closed, so no link offers it', (method) => {
    expect([LINK_METHODS, capabilities.capabilities].filter((table) => method in table)).toEqual([])
  })

  async function made(charge: Charge) {
    await merchant.authorize(charge)
    return sandbox.book.links.find(({ request }) => request.reference === charge.attemptId)!
  }

  test('is refunded and voided where Adyen sends money back', () => {
    for (const [method, { refunds }] of Object.entries(LINK_METHODS)) {
      const { operations } = capabilities.capabilities[method]!
      expect(operations.includes('REFUND')).toBe(refunds)
      expect(operations.includes('VOID')).toBe(refunds && operations.includes('PURCHASE'))
    }
  })

  test.each([
    ['idl', 'EUR', ['ideal'], 'NL'],
    ['bct', 'EUR', ['bcmc', 'bcmc_mobile'], 'BE'],
    ['blk', 'PLN', ['blik'], 'PL'],
    ['kla', 'SEK', ['klarna', 'klarna_paynow', 'klarna_account'], null],
    ['swi', 'SEK', ['swish'], 'SE'],
    ['twt', 'CHF', ['twint'], 'CH'],
    ['mbp', 'DKK', ['mobilepay'], null],
  ])(
    '%s is paid in %s on a link for its country, and refunded in part and whole',
    async (code, currency, types, home) => {
      const money = { amount: 1000n, currency }
      const charge = chargeBy(`voucher-redirect-${code}`, { money })
      const { countryCode = null } = charge.customer.country === null ? {} : { countryCode: charge.customer.country }
      const { request } = await made(charge)
      expect(request).toMatchObject({ allowedPaymentMethods: types })
      expect((request as { countryCode?: string }).countryCode ?? null).toBe(home ?? countryCode)
      sandbox.useLink(charge.attemptId, 'pay')
      expect(await merchant.inquire(charge)).toMatchObject(outcome('0000'))
      for (const amount of [400n, 600n]) {
        const refund = merchant.followUp(charge, { operation: 'REFUND', money: { amount, currency } })
        expect(await merchant.act(refund)).toMatchObject(outcome('1002'))
        await expect.poll(() => merchant.inquire(refund)).toMatchObject(outcome('0000'))
      }
      const beyond = merchant.followUp(charge, { operation: 'REFUND', money: { amount: 1n, currency } })
      await merchant.act(beyond)
      await expect.poll(() => merchant.inquire(beyond)).toMatchObject(outcome('1000'))
    },
  )

  test('is offered on pages in its market, which does not narrow what is accepted', () => {
    const { 'voucher-redirect-idl': ideal, 'voucher-redirect-npy': eps } = capabilities.capabilities
    expect(ideal).toMatchObject({ market: { currencies: ['EUR'], countries: ['NL'] }, countries: null })
    expect(eps).not.toHaveProperty('market')
  })

  test('a method without a type is not carried', async () => {
    expect(await merchant.authorize(chargeBy('voucher-redirect-chp'))).toMatchObject(outcome('1001'))
    expect(capabilities.capabilities).not.toHaveProperty('voucher-redirect-chp')
    expect(capabilities.capabilities).not.toHaveProperty('UPI')
  })
})

describe('A link', () => {
  test.each([
    ['pay', '0000'],
    ['expire', '1005'],
    ['begin', '1002'],
  ] as const)('that the shopper saw %s is %s', async (deed, code) => {
    const charge = await atLink()
    sandbox.useLink(charge.attemptId, deed)
    expect(await merchant.inquire(charge)).toMatchObject(outcome(code))
  })

  test('outlives a refusal: the shopper may choose again', async () => {
    const charge = await atLink()
    sandbox.useLink(charge.attemptId, 'fail')
    expect(await merchant.inquire(charge)).toMatchObject({ kind: 'shopper-step' })
    sandbox.useLink(charge.attemptId, 'pay')
    expect(await merchant.inquire(charge)).toMatchObject(outcome('0000'))
  })

  test('that was paid is pending until the notice that names the payment', async () => {
    const charge = await atLink()
    sandbox.book.links.find(({ request }) => request.reference === charge.attemptId)!.status = 'completed'
    expect(await merchant.inquire(charge)).toMatchObject(outcome('1002'))
  })

  test('of which too little arrived is pending, with what did', async () => {
    const charge = await atLink()
    sandbox.useLink(charge.attemptId, 'pay', 250)
    expect(await merchant.inquire(charge)).toMatchObject({ outcome: { code: '1002', receivedAmount: '250' } })
  })

  test('that is reversed can no longer be paid', async () => {
    const charge = await atLink()
    await merchant.reverse(charge)
    sandbox.useLink(charge.attemptId, 'pay')
    expect(await sandbox.netCharges(charge.attemptId)).toBe(0)
    expect(await merchant.inquire(charge)).toMatchObject(outcome('1005'))
  })

  test('that is being paid is reversed once it is', async () => {
    const charge = await atLink()
    sandbox.useLink(charge.attemptId, 'begin')
    await expect(merchant.reverse(charge)).rejects.toThrow(UnknownOutcome)
    sandbox.useLink(charge.attemptId, 'pay')
    await merchant.reverse(charge)
    expect(await sandbox.netCharges(charge.attemptId)).toBe(0)
    expect(await merchant.inquire(charge)).toMatchObject(outcome('1001'))
    const before = sandbox.requests.length
    await merchant.reverse(charge)
    expect(sandbox.requests).toHaveLength(before)
  })

  test.each(['silence', 'lost', 'broken', 'cut', 'reset'])('of which %s is all we hear is not found', async (word) => {
    const charge = chargeBy('OPEN_BANKING', { reference: `ord_1.${word}` })
    await expect(merchant.authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
    expect(await merchant.inquire(charge)).toEqual({ kind: 'not-found' })
    await merchant.reverse(charge)
    expect(await sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test('is not taken for a payment whose name begins alike', () => {
    expect(isLink('PLE83C39B0A0DE0C1E')).toBe(true)
    expect(isLink('PLTPCQ8HXSKGK82X')).toBe(false)
  })

  test('is not made for an amount that Adyen cannot count', async () => {
    const charge = chargeBy('voucher-redirect-dna', { money: { amount: 150n, currency: 'IDR' } })
    expect(await merchant.authorize(charge)).toMatchObject(outcome('1001'))
  })
})
