import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const CUSTOMER = {
  id: null,
  first_name: 'Ana',
  last_name: 'Popescu',
  address: 'Strada Lipscani 1',
  city: 'București',
  country: 'RO',
  postal_code: '030031',
  email: 'ana@example.com',
  phone: '+40721000000',
}

const EVERYTHING = {
  reference: 'all-fields',
  customer: CUSTOMER,
  customer_ip: '2001:db8::1',
  metadata: { ...NOT_ENROLLED, cart: { lines: [1, 2.5] }, table: '7' },
  return_url: 'https://shop.example/return',
  error_url: 'https://shop.example/error',
  cancel_url: 'https://shop.example/cancel',
  options: { three_ds: { notification_url: 'https://shop.example/3ds' } },
}

describe('an approved payment', () => {
  it('answers 200 with the transaction record in result and the other three null', async () => {
    const { merchantId, terminalId, authorize } = app.merchant
    const { status, body } = await authorize(EVERYTHING)
    expect(status).toBe(200)
    expect(body).toEqual({
      result: {
        id: expect.stringMatching(/^\w{5,64}$/),
        merchant_id: merchantId,
        order_id: expect.stringMatching(/^\w{5,64}$/),
        parent_id: null,
        follow_up_reference: null,
        payment_link_id: null,
        terminal_id: terminalId,
        agreement_id: null,
        reference: 'all-fields',
        description: 'Two bags of beans',
        currency: 'EUR',
        amount: 1250n,
        normalized_amount: 1250n,
        captured_amount: 1250n,
        refunded_amount: 0n,
        disputed_amount: 0n,
        customer: CUSTOMER,
        customer_ip: '2001:db8::1',
        processing_result: {
          payment_provider_id: 'card-simulator',
          payment_provider_account_id: expect.stringMatching(/^acc_/),
          approval_code: expect.stringMatching(/^\d{6}$/),
          reference_number: expect.stringMatching(/^\d{12}$/),
          network_transaction_id: null,
        },
        approved: true,
        pending: false,
        channel: 'ecommerce',
        transaction_type: 'PURCHASE',
        transaction_initiated_by: 'CUSTOMER',
        status: 'APPROVED',
        awaiting: null,
        payment_method: {
          method: '411111******1111',
          type: 'card',
          masked: '411111******1111',
          brand: 'visa',
          hash: expect.stringMatching(/^[\w+/=-]{20,}$/),
          token: null,
        },
        redirect_url: null,
        errors: [],
        processing_code: '0000',
        response_message: 'approved',
        metadata: EVERYTHING.metadata,
        data: { checks: { avs: 'match', cvv: 'match' }, liability_shift: null },
        allowed_actions: ['refund', 'void'],
        created_at: expect.stringMatching(TIME),
        updated_at: expect.stringMatching(TIME),
      },
      action: null,
      redirect: null,
      form_submit: null,
    })
  })

  it('reads the same through the status endpoint and the list', async () => {
    const { result } = (await app.merchant.authorize()).body
    expect(await app.merchant.status(result.id)).toEqual({ found: true, transaction: result })
    const { items } = (await app.merchant.call('GET', '/api/transactions?limit=1')).body
    expect(items).toEqual([result])
  })

  it('needs only the required fields; what is not sent is null', async () => {
    const { result } = (await app.merchant.authorize({ description: undefined })).body
    const nobody = Object.fromEntries(Object.keys(CUSTOMER).map((key) => [key, null]))
    expect(result).toMatchObject({ description: null, customer: nobody, customer_ip: null })
  })

  it('AUTHORIZE captures nothing yet', async () => {
    const { result } = (await app.merchant.authorize({ transaction_type: 'AUTHORIZE' })).body
    expect(result).toMatchObject({ transaction_type: 'AUTHORIZE', status: 'APPROVED', captured_amount: 0n })
  })

  it('ignores unknown fields, nested ones too', async () => {
    const order = app.merchant.order({ surprise: true, customer: { first_name: 'Ana', nickname: 'A' } })
    const method = { ...(order.payment_method as object), extra: 1 }
    const { status, body } = await app.merchant.authorize({ ...order, payment_method: method, options: { other: {} } })
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ status: 'APPROVED', customer: { first_name: 'Ana' } })
    expect(body.result.customer).not.toHaveProperty('nickname')
  })

  it('is charged once in the ledger of the simulator, with the order’s reference, amount and currency', async () => {
    const { result } = (await app.merchant.authorize()).body
    const { body } = await app.merchant.call('GET', `/api/simulators/charges?transaction_id=${result.id}`)
    expect(body).toEqual({
      items: [
        {
          provider_account_id: result.processing_result.payment_provider_account_id,
          transaction_id: result.id,
          operation: 'PURCHASE',
          amount: 1250n,
          currency: 'EUR',
          state: 'CHARGED',
          created_at: expect.stringMatching(TIME),
        },
      ],
    })
    const byReference = await app.merchant.call('GET', `/api/simulators/charges?reference=${result.reference}`)
    expect(byReference.body).toEqual(body)
  })

  it('has one event whose numbers and texts are the record’s', async () => {
    const { result } = (await app.merchant.authorize()).body
    const { items } = (await app.merchant.call('GET', `/api/events?transaction_id=${result.id}`)).body
    expect(items).toHaveLength(1)
    expect(items[0].payload).toMatchObject({ id: result.id, amount: 1250n, status: 'APPROVED' })
  })
})

describe('the card in the record', () => {
  it.each([
    ['4111111111111111', 'visa', '411111******1111'],
    ['4222222222222', 'visa', '422222***2222'],
    ['5555555555554444', 'mastercard', '555555******4444'],
    ['2221000000000009', 'mastercard', '222100******0009'],
    ['6759649826438453', 'maestro', '675964******8453'],
    ['378282246310005', 'amex', '378282*****0005'],
    ['6011111111111117', 'discover', '601111******1117'],
    ['30569309025904', 'diners', '305693****5904'],
    ['3530111333300000', 'jcb', '353011******0000'],
    ['6200000000000005', 'unionpay', '620000******0005'],
    ['9891000000000003', 'dinacard', '989100******0003'],
    ['6080000000000000', null, '608000******0000'],
    ['2200000000000004', null, '220000******0004'],
    ['999999999991', null, '999999**9991'],
    ['9999999999999999998', null, '999999*********9998'],
  ])('%s is accepted as %s, masked %s', async (number, brand, masked) => {
    const { body } = await app.merchant.authorize({}, { number, cvv: brand === 'amex' ? '1234' : '123' })
    expect(body.result?.payment_method).toMatchObject({ type: 'card', brand, masked, method: masked })
  })

  it('has a hash equal for the same card of one merchant, different for another card and between merchants', async () => {
    const other = await app.newMerchant()
    const answers = await Promise.all([
      app.merchant.authorize(),
      app.merchant.authorize(),
      app.merchant.authorize({}, { number: '5555555555554444' }),
      other.authorize(),
    ])
    const hashes = answers.map(({ body }) => body.result.payment_method.hash)
    expect(hashes[0]).toBe(hashes[1])
    expect(new Set(hashes).size).toBe(3)
  })
})

describe('amounts', () => {
  it.each([1n, 9007199254740993n, 9223372036854775807n])(
    '%s survives to the last digit: answer, status, event, list and the provider’s ledger',
    async (amount) => {
      const { body } = await app.merchant.authorize({ amount })
      const { id } = body.result
      const texts = await Promise.all(
        [
          `/api/transactions/${id}/status`,
          `/api/events?transaction_id=${id}`,
          `/api/simulators/charges?transaction_id=${id}`,
          `/api/transactions?reference=${body.result.reference}`,
        ].map(async (path) => (await app.merchant.call('GET', path)).text),
      )
      expect(body.result).toMatchObject({ amount, normalized_amount: amount, captured_amount: amount })
      for (const text of texts) expect(text).toContain(`"amount":${amount}`)
      expect(texts[1]).toContain(`"outgoing_amount":${amount}`)
    },
  )

  it('metadata keeps its numbers to the last digit too', async () => {
    const order = JSON.stringify(app.merchant.order({ amount: 5 })).replace(
      '"metadata":{',
      '"metadata":{"n":9007199254740993,',
    )
    const { body } = await app.merchant.call('POST', '/api/transactions/authorize', { body: order })
    expect(body.result.metadata.n).toBe(9007199254740993n)
    const status = await eventually('the status', 30, () => app.merchant.status(body.result.id))
    expect(status.transaction.metadata.n).toBe(9007199254740993n)
  })
})

/** Nothing is decrypted for what the terminal does not accept. */
const JUNK = {
  encrypted_card_number: 'x',
  encrypted_cvv: 'x',
  encrypted_expiration_month: 'x',
  encrypted_expiration_year: 'x',
}

const payoutOf = ({ terminalId }: TestMerchant) => ({
  terminal_id: terminalId,
  reference: newReference(),
  description: 'Winnings',
  currency: 'KWD',
  amount: 1,
  beneficiary: { type: 'bank_account', data: { account_number: 'DE02120300000000202051', account_name: 'Ana' } },
})

describe('settlement currency', () => {
  const rates = { USD: '1.0842', JPY: '0.0061', KWD: '3.015', BHD: '0.00000000000000000001' }
  const open = () => app.newMerchant({ merchant: { settlementCurrency: 'EUR', exchangeRates: rates } })

  it.each([
    ['EUR', 1250n, 1250n],
    ['USD', 1250n, 1355n],
    ['USD', 5n, 5n],
    ['JPY', 1000n, 610n],
    ['JPY', 5000000n, 3050000n],
    ['KWD', 5n, 2n],
    ['KWD', 1000n, 302n],
  ] as const)('%s %s is normalized to %s, rounded half up', async (currency, amount, normalized) => {
    const merchant = await open()
    const { result } = (await merchant.authorize({ currency, amount })).body
    expect(result).toMatchObject({ status: 'APPROVED', amount, currency, normalized_amount: normalized })
    const [event] = (await merchant.call('GET', `/api/events?transaction_id=${result.id}`)).body.items
    expect(event.payload).toMatchObject({
      normalized_amount: normalized,
      outgoing_amount: amount,
      outgoing_currency: currency,
    })
  })

  it('a positive amount whose normalized_amount would be 0 is INVALID 2015 on amount', async () => {
    const merchant = await open()
    const refused = { status: 'INVALID', processing_code: '2015', errors: [{ property: 'amount' }] }
    for (const [currency, amount] of [
      ['KWD', 1],
      ['BHD', 9223372036854775807n],
    ] as const) {
      const { body } = await merchant.authorize({ currency, amount, payment_method: { type: 'card', data: JUNK } })
      expect(body.result).toMatchObject(refused)
      expect(
        (await merchant.call('GET', `/api/simulators/charges?transaction_id=${body.transaction_id}`)).body.items,
      ).toEqual([])
    }
    const { body } = await merchant.call('POST', '/api/transactions/payout', { body: payoutOf(merchant) })
    expect(body.result).toMatchObject(refused)
  })

  it('without a rate the answer is INVALID 2015', async () => {
    const { body } = await (await open()).authorize({ currency: 'RON' })
    expect(body).toMatchObject({
      status: 'INVALID',
      result: { processing_code: '2015', errors: [{ property: 'currency' }] },
    })
  })

  it('a conversion that leaves int64 is a business refusal', async () => {
    const { body } = await (await open()).authorize({ currency: 'USD', amount: 9223372036854775807n })
    expect(body).toMatchObject({
      status: 'INVALID',
      result: { processing_code: '2000', errors: [{ property: 'amount' }] },
    })
  })
})
