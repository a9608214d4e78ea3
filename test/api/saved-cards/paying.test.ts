import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProviderAccount, showProviderAccounts } from '#flows/admin/provider-accounts.ts'
import { createTerminal } from '#flows/admin/terminals.ts'
import { encryptField } from '#test/card-encryption.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { begin, complete, eventsOf, toChallenge } from '../three-ds/shopper.ts'
import { newCustomer, SAVE, saveCard, savedCard, vaultedBy } from './saved-card-support.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const AMEX = { number: '378282246310005', cvv: '1234' }
const CVV = 'payment_method.data.encrypted_cvv'
const ID = 'payment_method.data.payment_method_id'

const cvv = (text: string, shop = merchant) => ({ encrypted_cvv: encryptField(shop.publicKey, text) })
const namesOf = (body: { errors: { property: string }[] }) => body.errors.map(({ property }) => property).sort()

/** Lets a merchant's card provider demand the security code. */
async function requireCvv(shop: TestMerchant): Promise<void> {
  const { items } = await showProviderAccounts(app.gateway, shop.merchantId, undefined, 100)
  const { providerAccountId } = items.find(({ provider }) => provider === 'card-simulator')!
  await changeProviderAccount(app.gateway, 'test', providerAccountId, { settings: { require_cvv: true } })
}

describe('a repeat payment with saved_card', () => {
  it('shows type saved_card and the mask, brand, hash and token of the card, in record, status and event', async () => {
    const original = (await merchant.authorize(SAVE)).body.result.payment_method
    const { result } = (await merchant.authorize(savedCard(original.token))).body
    expect(result).toMatchObject({ status: 'APPROVED', processing_code: '0000', approved: true, pending: false })
    expect(result.payment_method).toEqual({ ...original, type: 'saved_card', method: original.masked })
    expect((await merchant.status(result.id)).transaction).toEqual(result)
    expect(await eventsOf(merchant, result.id)).toMatchObject([
      {
        payment_method_type: 'saved_card',
        payment_method_method: original.masked,
        payment_method_masked: original.masked,
        payment_method_brand: 'visa',
        payment_method_hash: original.hash,
        payment_method_token: original.token,
      },
    ])
  })

  it.each([
    ['a card of three digits', {}, '123'],
    ['amex', AMEX, '1234'],
  ])('takes the security code of %s again, or none', async (_what, card, code) => {
    const token = await saveCard(merchant, {}, card)
    for (const data of [{}, cvv(code)]) {
      expect((await merchant.authorize(savedCard(token, data))).body.result.status).toBe('APPROVED')
    }
  })

  it.each([
    ['four digits for a card of three', {}, '1234'],
    ['three digits for amex', AMEX, '123'],
    ['two digits', {}, '12'],
    ['letters', {}, 'abc'],
  ])('with %s as security code is a 422 on encrypted_cvv', async (_what, card, code) => {
    const token = await saveCard(merchant, {}, card)
    const { status, body } = await merchant.authorize(savedCard(token, cvv(code)))
    expect([status, namesOf(body)]).toEqual([422, [CVV]])
  })

  it.each([
    ['no Base64', '***'],
    ['an empty text', ''],
    ['random bytes', randomBytes(256).toString('base64')],
  ])('with %s as encrypted_cvv is a 422 on it, and nothing is created', async (_what, encrypted_cvv) => {
    const token = await saveCard(merchant)
    const order = merchant.order(savedCard(token, { encrypted_cvv }))
    const { status, body } = await merchant.call('POST', '/api/transactions/authorize', { body: order })
    expect([status, namesOf(body)]).toEqual([422, [CVV]])
    const { items } = (await merchant.call('GET', `/api/transactions?reference=${order.reference}`)).body
    expect(items).toEqual([])
  })

  it('needs the security code where settings.require_cvv of the provider account says so', async () => {
    const shop = await app.newMerchant()
    const token = await saveCard(shop)
    await requireCvv(shop)
    const { status, body } = await shop.authorize(savedCard(token))
    expect([status, namesOf(body)]).toEqual([422, [CVV]])
    expect((await shop.authorize(savedCard(token, cvv('123', shop)))).body.result.status).toBe('APPROVED')
  })

  it('works on every terminal of the merchant', async () => {
    const token = await saveCard(merchant)
    const { terminalId } = await createTerminal(app.gateway, 'test', merchant.merchantId, { name: 'Second shop' })
    const { result } = (await merchant.authorize({ ...savedCard(token), terminal_id: terminalId })).body
    expect(result).toMatchObject({ status: 'APPROVED', terminal_id: terminalId })
  })

  it('works for any customer, and while tokenization is off: the switch is about saving', async () => {
    const shop = await app.newMerchant()
    const token = await saveCard(shop, { customer: { id: await newCustomer(shop) } })
    await app.database.sql`
      update merchants set tokenization_enabled = false, config_version = config_version + 1
      where merchant_id = ${shop.merchantId}`
    expect((await shop.authorize(savedCard(token))).body.result.status).toBe('APPROVED')
  })

  it('saves nothing again where saving is asked for', async () => {
    const token = await saveCard(merchant)
    const { result } = (await merchant.authorize({ ...savedCard(token), ...SAVE })).body
    expect(result).toMatchObject({ status: 'APPROVED', payment_method: { token } })
    expect(await vaultedBy(app, result.id)).toEqual([])
  })

  it('by many concurrently is approved for each', async () => {
    const token = await saveCard(merchant)
    const answers = await Promise.all(Array.from({ length: 8 }, () => merchant.authorize(savedCard(token))))
    expect(answers.map(({ body }) => body.result.status)).toEqual(Array(8).fill('APPROVED'))
  })
})

describe('3-D Secure', () => {
  it('always applies to saved cards, with and without the security code', async () => {
    const token = await saveCard(merchant)
    for (const data of [{}, cvv('123')]) {
      const action = await toChallenge(merchant, {}, savedCard(token, data))
      const { result } = (await complete(merchant, action)).body
      expect(result).toMatchObject({ status: 'APPROVED', payment_method: { type: 'saved_card', token } })
      expect(await eventsOf(merchant, result.id)).toMatchObject([{ authentication_level: 2 }])
    }
  })

  it('needs browser_info', async () => {
    const token = await saveCard(merchant)
    const { status, body } = await merchant.authorize({ ...savedCard(token), browser_info: undefined })
    expect([status, namesOf(body)]).toEqual([422, ['browser_info']])
  })
})

describe('a saved card that is unknown', () => {
  const answerTo = async (changes: Record<string, unknown>) => {
    const { status, body } = await merchant.authorize(changes)
    return { status, errors: body.errors, invalid: body.status, code: body.result?.processing_code }
  }

  it('is INVALID on payment_method_id, one of another merchant exactly so', async () => {
    const stranger = await app.newMerchant()
    const foreign = await saveCard(stranger)
    const unknown = await answerTo(savedCard('tok_unknown'))
    expect(unknown).toMatchObject({ status: 200, invalid: 'INVALID', code: '2000', errors: [{ property: ID }] })
    expect(await answerTo(savedCard(foreign))).toEqual(unknown)
    expect((await stranger.authorize(savedCard(foreign))).body.result.status).toBe('APPROVED')
  })

  it('is a 422 first where encrypted_cvv is junk or the reference is taken', async () => {
    expect(await answerTo(savedCard('tok_unknown', { encrypted_cvv: 'x' }))).toMatchObject({
      status: 422,
      errors: [{ property: CVV }],
    })
    const { reference } = (await merchant.authorize()).body.result
    expect(await answerTo({ ...savedCard('tok_unknown'), reference })).toMatchObject({
      status: 422,
      errors: [{ property: 'reference' }],
    })
  })

  it('does not occupy the reference', async () => {
    const reference = 'saved-card-again'
    expect((await merchant.authorize({ ...savedCard('tok_unknown'), reference })).body.status).toBe('INVALID')
    const { result } = (await merchant.authorize({ ...savedCard(await saveCard(merchant)), reference })).body
    expect(result.status).toBe('APPROVED')
  })

  it.each([
    [{}, [ID]],
    [{ payment_method_id: '' }, [ID]],
    [{ payment_method_id: 7 }, [ID]],
    [{ payment_method_id: 'x'.repeat(256) }, [ID]],
    [{ payment_method_id: 'tok\0', encrypted_cvv: 7 }, [CVV, ID]],
  ])('%j names what does not hold', async (data, fields) => {
    const { status, body } = await merchant.authorize({ payment_method: { type: 'saved_card', data } })
    expect([status, namesOf(body)]).toEqual([422, fields])
  })
})

it('a 3-D Secure payment that began before the card was deleted is authorized anyway', async () => {
  const token = await saveCard(merchant)
  const action = await begin(merchant, { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }, savedCard(token))
  expect((await merchant.call('DELETE', `/api/payment-methods/${token}`)).status).toBe(204)
  const path = `/api/transactions/three-ds/${action.session_id}/request-authentication`
  const step = await merchant.call('POST', path, {
    body: { fingerprint_result: btoa('N'), payment_data: action.payment_data },
  })
  const { result } = (await complete(merchant, step.body.action)).body
  expect(result).toMatchObject({ status: 'APPROVED', payment_method: { token } })
  const again = (await merchant.authorize({ ...savedCard(token), metadata: NOT_ENROLLED })).body
  expect(again).toMatchObject({ status: 'INVALID', errors: [{ property: ID }] })
})
