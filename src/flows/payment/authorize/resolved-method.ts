import type { Agreement } from '#domain/agreement.ts'
import type { CardInstrument, Instrument } from '#domain/instrument.ts'
import type { PaymentMethodView } from '#domain/transaction.ts'
import type { SpentWalletMessage } from '#store/transactions/intent.ts'

/** A payment method in the clear: what to charge, and what the record shows of it. */
export interface ResolvedMethod {
  readonly instrument: Instrument
  readonly view: PaymentMethodView
  /** The message of the wallet it came in, which can be paid with only once. */
  readonly walletMessage: SpentWalletMessage | null
  readonly agreement?: Agreement
}

/** A card as records show it. @param token of a stored one */
export function cardMethod(type: string, instrument: CardInstrument, token: string | null = null): ResolvedMethod {
  const { maskedCard } = instrument.card
  return { instrument, view: { method: maskedCard.masked, type, ...maskedCard, token }, walletMessage: null }
}
