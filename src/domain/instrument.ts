import type { Beneficiary } from './beneficiary.ts'
import type { Card } from './card.ts'
import type { Secret } from './secret.ts'

export type Instrument = CardInstrument | RedirectInstrument | BankAccountInstrument

/** A card number, or the network token in its place. */
export interface CardInstrument {
  readonly kind: 'card'
  readonly card: Card
  /** Proof of a network token, which makes 3-D Secure inapplicable. */
  readonly cryptogram: TokenCryptogram | null
  /** The holder agreed earlier and is absent. */
  readonly byAgreement?: true
}

/** Method that the shopper completes on the provider's own page: a wallet, a voucher, a bank payment. */
export interface RedirectInstrument {
  readonly kind: 'redirect'
  /** The request's own name: `walleta-pay-redirect`, `voucher-redirect-psc`, `OPEN_BANKING` … */
  readonly method: string
  /** Payer, if the method requires one. */
  readonly payer: Payer | null
}

export interface BankAccountInstrument {
  readonly kind: 'bank-account'
  readonly beneficiary: Beneficiary
}

export interface Payer {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** A network token's cryptogram (EMVCo Payment Tokenisation, TAVV): memory only. */
export interface TokenCryptogram {
  readonly value: Secret<string>
  /** Electronic commerce indicator, `00` to `07`; null if the wallet sent none. */
  readonly eci: string | null
  readonly source: TokenSource
}

export type TokenSource = 'network-token' | 'walleta-pay' | 'walletb-pay'

/** True for cards, except tokens with a proof and charges without the holder (docs/reference/three-ds.md#when-it-applies). */
export function needsAuthentication(instrument: Instrument): instrument is CardInstrument & { cryptogram: null } {
  return instrument.kind === 'card' && instrument.cryptogram === null && !instrument.byAgreement
}
