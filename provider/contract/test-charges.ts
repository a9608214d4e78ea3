import type { AuthenticationProof, FinalTransStatus } from '../../src/domain/authentication.ts'
import { brandOf } from '../../src/domain/brands.ts'
import type { Card } from '../../src/domain/card.ts'
import { maskNumber } from '../../src/domain/card-rules.ts'
import type { Credentials } from '../../src/domain/credentials.ts'
import { NO_CUSTOMER } from '../../src/domain/customer.ts'
import { newId } from '../../src/domain/ids.ts'
import type { ProviderAccount } from '../../src/domain/merchant.ts'
import { Secret } from '../../src/domain/secret.ts'
import type { AskedAttempt, Call, Charge, ChargeAgreement, FollowUp } from '../../src/providers/port/provider.ts'

// Charges for tests and proofs of providers.

export const CARD_NUMBER = '4111111111111111'
export const CVV = '737'
const NOTICE_URL = 'https://gateway.example/provider-notices/test/acc'
export const CRYPTOGRAM = 'AAABBEg0VhI0VniQEjRWAAAAAAA='

/** A purchase of 10.00 EUR with a test card; every call is a new attempt. */
export function chargeOf(
  account: ProviderAccount,
  metadata: Charge['metadata'],
  proof: AuthenticationProof | null = null,
): Charge {
  return {
    attemptId: newId('att'),
    transactionId: newId('trx'),
    merchantId: account.merchantId,
    merchantName: 'Larkspur Coffee',
    reference: newId('ord'),
    transactionType: 'PURCHASE',
    money: { amount: 1000n, currency: 'EUR' },
    instrument: {
      kind: 'card',
      card: cardOf(CARD_NUMBER, 12, new Date().getFullYear() + 2, CVV),
      cryptogram: null,
    },
    customer: NO_CUSTOMER,
    shopperIp: '203.0.113.7',
    proof,
    round: 1,
    returnUrl: 'https://gateway.example/returns/1',
    noticeUrl: NOTICE_URL,
    metadata,
  }
}

/** A monthly agreement, made by a payment or used by a later charge. */
export function agreementOf(
  initiatedBy: ChargeAgreement['initiatedBy'],
  changes: Partial<ChargeAgreement> = {},
): ChargeAgreement {
  const networkTransactionId = initiatedBy === 'MERCHANT' ? 'MCC123456789' : null
  const terms = { purpose: 'RECURRING', frequencyDays: 30, endsOn: null } as const
  return { agreementId: newId('agr'), initiatedBy, networkTransactionId, ...terms, ...changes }
}

/** Refund of a full charge; every call is a new attempt. */
export function followUpOf(charge: Charge, providerReference: string | null = null): FollowUp {
  const { attemptId, merchantId, reference, money, transactionType: operation } = charge
  return {
    attemptId: newId('att'),
    transactionId: newId('trx'),
    merchantId,
    reference,
    operation: 'REFUND',
    money,
    finalCapture: false,
    parent: { attemptId, operation, money, paymentMethod: methodOf(charge), providerReference },
    noticeUrl: NOTICE_URL,
    metadata: {},
  }
}

/** Attempt for an inquiry without stored facts. */
export function attemptOf(asked: Charge | FollowUp): AskedAttempt {
  const { attemptId, transactionId, merchantId, reference, money } = asked
  const plain = { attemptId, transactionId, merchantId, reference, money, providerReference: null, notices: [] }
  if ('operation' in asked) {
    const { operation, parent, finalCapture } = asked
    return { ...plain, operation, parent, finalCapture, paymentMethod: parent.paymentMethod }
  }
  const { transactionType: operation } = asked
  return { ...plain, operation, parent: null, finalCapture: false, paymentMethod: methodOf(asked) }
}

function methodOf({ instrument }: Charge): string {
  if (instrument.kind === 'redirect') return instrument.method
  return instrument.kind === 'card' ? 'card' : 'PAYOUT'
}

export function callOn(account: ProviderAccount, credentials: Credentials = {}, signal = timeLimit()): Call {
  return { account, credentials, signal, rememberReference: async () => undefined, noteExchange: () => undefined }
}

export function proofOf(transStatus: FinalTransStatus): AuthenticationProof {
  return {
    threeDsServerTransId: crypto.randomUUID(),
    transStatus,
    eci: '05',
    authenticationValue: new Secret(CRYPTOGRAM),
    dsTransId: crypto.randomUUID(),
    messageVersion: '2.2.0',
  }
}

export function cardOf(number: string, expirationMonth: number, expirationYear: number, cvv: string): Card {
  const maskedCard = { masked: maskNumber(number), brand: brandOf(number), hash: 'h' }
  return { number: new Secret(number), expirationMonth, expirationYear, cvv: new Secret(cvv), maskedCard }
}

/** Longer than any answer takes here. */
export const timeLimit = () => AbortSignal.timeout(10_000)

/** Time for a request to arrive on a busy machine, and for an answer that is not going to come. */
export const soon = () => AbortSignal.timeout(1500)
