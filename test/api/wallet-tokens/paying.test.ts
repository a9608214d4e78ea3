import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { BROWSER_INFO, type TestMerchant } from '#test/test-merchant.ts'
import { chargesOf, complete, eventsOf, requestAuthentication } from '../three-ds/shopper.ts'
import { forge, panOnly, pay, refusedFields, withProof } from './wallet.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const CHALLENGE = { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }, browser_info: BROWSER_INFO }

describe('a CRYPTOGRAM_3DS token', () => {
  it('is approved without 3-D Secure, even where the card is enrolled', async () => {
    const { status, body } = await pay(merchant, await withProof(merchant), CHALLENGE)
    expect(status).toBe(200)
    expect(body).toMatchObject({ action: null, result: { status: 'APPROVED', processing_code: '0000' } })
    expect(await chargesOf(merchant, body.result.id)).toMatchObject([{ state: 'CHARGED' }])
  })

  it('needs no browser_info', async () => {
    const { body } = await pay(merchant, await withProof(merchant))
    expect(body.result.status).toBe('APPROVED')
  })

  it('shows the card as every record does, under its own type', async () => {
    const { body } = await pay(merchant, await withProof(merchant, { card_number: '5555555555554444' }))
    expect(body.result.payment_method).toEqual({
      method: '555555******4444',
      type: 'walleta-pay',
      masked: '555555******4444',
      brand: 'mastercard',
      hash: expect.any(String),
      token: null,
    })
    const [event] = await eventsOf(merchant, body.result.id)
    expect(event).toMatchObject({
      payment_method_type: 'walleta-pay',
      payment_method_masked: '555555******4444',
      authentication_status: null,
      authentication_level: null,
    })
  })

  it('has the hash that the same card has when it is typed in', async () => {
    const typed = (await merchant.authorize({}, { number: '4111111111111111' })).body.result
    const { result } = (await pay(merchant, await withProof(merchant, { card_number: '4111111111111111' }))).body
    expect(result.payment_method.hash).toBe(typed.payment_method.hash)
  })

  it('can also be authorized only', async () => {
    const { body } = await pay(merchant, await withProof(merchant), { transaction_type: 'AUTHORIZE' })
    expect(body.result).toMatchObject({ status: 'APPROVED', transaction_type: 'AUTHORIZE' })
  })

  it('may come without an indicator', async () => {
    expect((await pay(merchant, await forge(app))).body.result.status).toBe('APPROVED')
  })

  it('is declined if the simulator is set so', async () => {
    const metadata = { response_code: 'TRX_STATUS_DECLINED' }
    expect((await pay(merchant, await withProof(merchant), { metadata })).body.result.status).toBe('DECLINED')
  })
})

describe('a PAN_ONLY token', () => {
  it('goes through fingerprint and challenge to approval', async () => {
    const begun = (await pay(merchant, await panOnly(merchant), CHALLENGE)).body
    expect(begun).toMatchObject({ result: null, action: { type: 'THREE_DS_2_FINGERPRINT' } })
    const { action } = (await requestAuthentication(merchant, begun.action)).body
    expect(action.type).toBe('THREE_DS_2_CHALLENGE')
    const { result } = (await complete(merchant, action)).body
    expect(result).toMatchObject({
      status: 'APPROVED',
      payment_method: { type: 'walleta-pay', masked: '411111******1111', brand: 'visa' },
    })
    const [event] = await eventsOf(merchant, result.id)
    expect(event).toMatchObject({ authentication_status: 'Y', authentication_level: 2 })
  })

  it('is approved immediately if the card is not enrolled', async () => {
    const { body } = await pay(merchant, await panOnly(merchant), { browser_info: BROWSER_INFO })
    expect(body.result.status).toBe('APPROVED')
  })

  it('needs browser_info, which only shows now, and is not spent by the refusal', async () => {
    const token = await panOnly(merchant)
    expect(refusedFields(await pay(merchant, token, { reference: 'half' }))).toEqual(['browser_info'])
    const second = await pay(merchant, token, { reference: 'half', browser_info: BROWSER_INFO })
    expect(second.body.result.status).toBe('APPROVED')
  })
})

it('a wallet token cannot be saved', async () => {
  const saver = await app.newMerchant({ merchant: { tokenizationEnabled: true } })
  const token = await withProof(saver)
  const { body } = await pay(saver, token, { tokenization: { save_card_for_future_payments: true } })
  expect(body).toMatchObject({ status: 'INVALID', errors: [{ property: 'tokenization' }] })
  expect((await pay(saver, token)).body.result.status).toBe('APPROVED')
})

it('a terminal that does not take walleta-pay answers INVALID 2015 and leaves the token good', async () => {
  const picky = await app.newMerchant({ terminal: { paymentMethods: ['card'] } })
  const token = await withProof(picky)
  expect((await pay(picky, token)).body.result).toMatchObject({ status: 'INVALID', processing_code: '2015' })
  const spent = await app.gateway.sql`
    select message_id from wallet_messages where merchant_id = ${picky.merchantId} and message_id > ''`
  expect(spent).toHaveLength(0)
})
