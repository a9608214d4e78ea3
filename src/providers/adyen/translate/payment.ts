import type { AuthenticationProof, CardInstrument, Charge, ProviderAccount } from '#providers/port/tools.ts'
import { merchantAccountOf } from '../config.ts'
import { amountOf } from './amount.ts'
import { shopperOf } from './shopper.ts'

export interface CardCharge extends Charge {
  readonly instrument: CardInstrument
}

/** Body of `POST /payments`; null if Adyen cannot represent the amount. */
export function paymentOf(account: ProviderAccount, charge: CardCharge): object | null {
  const amount = amountOf(charge.money)
  return (
    amount && {
      merchantAccount: merchantAccountOf(account),
      reference: charge.attemptId,
      merchantOrderReference: charge.reference,
      amount,
      returnUrl: charge.returnUrl,
      channel: 'Web',
      ...interactionOf(charge),
      ...captureOf(charge),
      ...shopperOf(charge),
      ...(charge.shopperIp !== null && { shopperIP: charge.shopperIp }),
      paymentMethod: paymentMethodOf(charge),
      ...proofOf(charge),
      // We run 3-D Secure ourselves: a step of Adyen's could not be completed here.
      authenticationData: { attemptAuthentication: 'never' },
    }
  )
}

/** Adyen's names for the purposes of agreements. */
const MODELS = { RECURRING: 'Subscription', INSTALLMENT: 'Subscription', UNSCHEDULED: 'UnscheduledCardOnFile' } as const

/** A saved card without security code and authentication is a card on file. */
function interactionOf({ instrument, proof, agreement }: CardCharge) {
  if (agreement) {
    const shopperInteraction = agreement.initiatedBy === 'MERCHANT' ? 'ContAuth' : 'Ecommerce'
    return { shopperInteraction, recurringProcessingModel: MODELS[agreement.purpose] }
  }
  const isOnFile = instrument.card.cvv === null && instrument.cryptogram === null && proof === null
  return isOnFile
    ? { shopperInteraction: 'ContAuth', recurringProcessingModel: 'CardOnFile' }
    : { shopperInteraction: 'Ecommerce' }
}

function captureOf({ transactionType }: CardCharge) {
  return transactionType === 'AUTHORIZE' ? { additionalData: { manualCapture: 'true' } } : { captureDelayHours: 0 }
}

function paymentMethodOf({ instrument: { card, cryptogram }, agreement }: CardCharge) {
  const reference = agreement?.initiatedBy === 'MERCHANT' ? agreement.networkTransactionId : null
  return {
    type: cryptogram === null ? 'scheme' : 'networkToken',
    number: card.number.reveal(),
    expiryMonth: String(card.expirationMonth).padStart(2, '0'),
    expiryYear: String(card.expirationYear),
    ...(card.cvv && { cvc: card.cvv.reveal() }),
    ...(card.holderName && { holderName: card.holderName }),
    ...(reference !== null && { networkPaymentReference: reference }),
  }
}

/** The token's proof or that of an authentication; empty without both. */
function proofOf({ instrument: { cryptogram }, proof }: CardCharge): { readonly mpiData?: object } {
  if (cryptogram !== null) {
    const { value, eci } = cryptogram
    return { mpiData: { tokenAuthenticationVerificationValue: value.reveal(), ...(eci !== null && { eci }) } }
  }
  return proof === null ? {} : { mpiData: mpiDataOf(proof) }
}

/** A challenge counts by its result, like an authentication without one: the proof has only that status. */
function mpiDataOf({ transStatus, eci, authenticationValue, dsTransId, messageVersion }: AuthenticationProof) {
  return {
    directoryResponse: transStatus,
    threeDSVersion: messageVersion,
    ...(authenticationValue && { cavv: authenticationValue.reveal() }),
    ...(eci !== null && { eci }),
    ...(dsTransId !== null && { dsTransID: dsTransId }),
  }
}
