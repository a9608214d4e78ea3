import type { AuthenticationProof } from '#domain/authentication.ts'
import type { CardInstrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Charge } from '../../provider.ts'
import { merchantAccountOf } from '../config.ts'
import { amountOf } from './amount.ts'
import { shopperOf } from './shopper.ts'

/** A charge of a card, or of a network token in its place. */
export interface CardCharge extends Charge {
  readonly instrument: CardInstrument
}

/** The body of `POST /payments`, or null where Adyen cannot count the amount. */
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
      // We run 3-D Secure ourselves: a step that Adyen asked for could not be finished here.
      authenticationData: { attemptAuthentication: 'never' },
    }
  )
}

/** Adyen's names for the purposes of agreements. */
const MODELS = { RECURRING: 'Subscription', INSTALLMENT: 'Subscription', UNSCHEDULED: 'UnscheduledCardOnFile' } as const

/** A saved card that is charged without its security code and without an authentication is one on file. */
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

/** Either a token's own proof or that of an authentication; without both, nothing. */
function proofOf({ instrument: { cryptogram }, proof }: CardCharge): { readonly mpiData?: object } {
  if (cryptogram !== null) {
    const { value, eci } = cryptogram
    return { mpiData: { tokenAuthenticationVerificationValue: value.reveal(), ...(eci !== null && { eci }) } }
  }
  return proof === null ? {} : { mpiData: mpiDataOf(proof) }
}

/** A challenge counts by how it ended, as an authentication without one does: the proof holds no other status. */
function mpiDataOf({ transStatus, eci, authenticationValue, dsTransId, messageVersion }: AuthenticationProof) {
  return {
    directoryResponse: transStatus,
    threeDSVersion: messageVersion,
    ...(authenticationValue && { cavv: authenticationValue.reveal() }),
    ...(eci !== null && { eci }),
    ...(dsTransId !== null && { dsTransID: dsTransId }),
  }
}
