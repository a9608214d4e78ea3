import type { Agreement } from '#domain/agreement.ts'
import type { CardInstrument, Instrument } from '#domain/instrument.ts'
import type { PaymentMethodView } from '#domain/transaction.ts'
import type { SpentWalletMessage } from '#store/transactions/intent.ts'

export interface ResolvedMethod {
  readonly instrument: Instrument
  readonly view: PaymentMethodView
  /** Message of its wallet, which can be paid with only once. */
  readonly walletMessage: SpentWalletMessage | null
  readonly agreement?: Agreement
}

/** Card as records show it. @param token of a stored one */
export function cardMethod(type: string, instrument: CardInstrument, token: string | null = null): ResolvedMethod {
  const { maskedCard } = instrument.card
  return { instrument, view: { method: maskedCard.masked, type, ...maskedCard, token }, walletMessage: null }
}
