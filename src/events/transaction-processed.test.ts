import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptJson, keptText } from '#domain/kept-text.ts'
import type { Transaction } from '#domain/transaction.ts'
import { transactionProcessed } from './transaction-processed.ts'

const transaction: Transaction = {
  id: 'trx_1',
  merchantId: 'mer_1',
  terminalId: 'ter_shop',
  orderId: 'ord_1',
  parentId: null,
  followUpReference: null,
  sessionId: null,
  paymentLinkId: null,
  agreementId: null,
  reference: 'R-1',
  description: keptText('Two bags of coffee'),
  transactionType: 'PURCHASE',
  channel: 'ecommerce',
  currency: 'EUR',
  amount: 2500n,
  normalizedAmount: 2710n,
  outgoingAmount: 2710n,
  outgoingCurrency: 'USD',
  capturedAmount: 2500n,
  expiredAmount: 0n,
  disputedAmount: 0n,
  captureBy: null,
  authorizationExpiresAt: null,
  refundedAmount: 0n,
  followUps: {
    capturingAmount: 0n,
    refundingAmount: 0n,
    captureState: 'OPEN',
    voidState: null,
    expiryState: null,
    finishedAt: null,
    settlesFrom: null,
  },
  status: 'APPROVED',
  processingCode: '0000',
  responseMessage: keptText('approved'),
  errors: [],
  awaiting: null,
  shopperStep: null,
  customer: {
    id: 'cus_1',
    firstName: keptText('Ana'),
    lastName: keptText('Ilić'),
    address: keptText('Main Street 1'),
    city: keptText('Tuzla'),
    country: 'BA',
    postalCode: keptText('75000'),
    email: keptText('ana@example.com'),
    phone: keptText('+38761123456'),
  },
  customerIp: '203.0.113.7',
  paymentMethod: {
    method: '411111******1111',
    type: 'card',
    masked: '411111******1111',
    brand: 'visa',
    hash: 'h1',
    token: null,
  },
  instrumentHash: 'h1',
  storedToken: null,
  processingResult: {
    paymentProviderId: 'card-simulator',
    paymentProviderAccountId: 'acc_1',
    approvalCode: 'A1',
    referenceNumber: 'N1',
    providerResponseCode: 'P0',
    providerResponseMessage: keptText('all well'),
  },
  authentication: { status: 'Y', level: 2 },
  initiatedBy: 'CUSTOMER',
  systan: 4711,
  returnUrl: 'https://shop.example/back',
  errorUrl: null,
  cancelUrl: null,
  metadata: keptJson({ basket: '7', nested: { a: [1, true] } }),
  data: null,
  review: null,
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  updatedAt: new Date('2026-01-02T03:04:06.789Z'),
}

const payloadOf = (changed: Partial<Transaction> = {}) =>
  JSON.parse(transactionProcessed({ ...transaction, ...changed })).payload

describe('the transaction-processed event', () => {
  it('has the envelope and every field of docs/reference/events.md#payload', () => {
    expect(JSON.parse(transactionProcessed(transaction))).toEqual({
      event: 'transaction.processed',
      payload: {
        id: 'trx_1',
        merchant_id: 'mer_1',
        terminal_id: 'ter_shop',
        order_id: 'ord_1',
        reference: 'R-1',
        currency: 'EUR',
        transaction_type: 'PURCHASE',
        processing_code: '0000',
        status: 'APPROVED',
        amount: 2500,
        created_at: '2026-01-02T03:04:05.678Z',
        updated_at: '2026-01-02T03:04:06.789Z',
        payment_link_id: null,
        description: 'Two bags of coffee',
        response_message: 'approved',
        approval_code: 'A1',
        reference_number: 'N1',
        parent_id: null,
        follow_up_reference: null,
        dispute_id: null,
        agreement_id: null,
        network_transaction_id: null,
        advice: null,
        liability_shift: true,
        transaction_initiated_by: 'CUSTOMER',
        payment_provider_response_code: 'P0',
        payment_provider_response_message: 'all well',
        customer_id: 'cus_1',
        outgoing_currency: 'USD',
        payment_method_method: '411111******1111',
        payment_method_hash: 'h1',
        payment_method_type: 'card',
        payment_method_brand: 'visa',
        payment_method_masked: '411111******1111',
        payment_method_token: null,
        customer_first_name: 'Ana',
        customer_last_name: 'Ilić',
        customer_address: 'Main Street 1',
        customer_city: 'Tuzla',
        customer_country: 'BA',
        customer_postal_code: '75000',
        customer_email: 'ana@example.com',
        customer_phone_number: '+38761123456',
        authentication_status: 'Y',
        systan: 4711,
        authentication_level: 2,
        normalized_amount: 2710,
        outgoing_amount: 2710,
        metadata: keptJson({ basket: '7', nested: { a: [1, true] } }),
        parent_metadata: null,
      },
    })
  })

  it('shows what is not there as null, never as a missing field', () => {
    const bare = payloadOf({ outgoingAmount: null, metadata: null, authentication: { status: null, level: null } })
    expect(bare).toMatchObject({ outgoing_amount: null, metadata: null, authentication_level: null })
    expect(Object.keys(bare)).toEqual(Object.keys(payloadOf()))
  })

  it('has every amount of an int64 to the last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), (amount) => {
        const text = transactionProcessed({ ...transaction, amount, normalizedAmount: amount, outgoingAmount: amount })
        for (const field of ['amount', 'normalized_amount', 'outgoing_amount']) {
          expect(text).toContain(`"${field}":${amount}`)
        }
      }),
    )
  })

  it('has metadata as the merchant wrote it', () => {
    const metadata = keptJson({ big: JSON.rawJSON('9007199254740993'), odd: JSON.rawJSON('1.0e3') })
    expect(transactionProcessed({ ...transaction, metadata })).toContain(
      '"metadata":{"big":9007199254740993,"odd":1.0e3}',
    )
  })
})
