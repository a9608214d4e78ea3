import type { AgreementTerms } from '#domain/agreement.ts'
import type { FinalTransStatus, Requestor } from '#domain/authentication.ts'
import type { Brand, Card } from '#domain/card.ts'
import type { BrowserInfo, Customer } from '#domain/customer.ts'
import type { Money } from '#domain/money.ts'
import type { Problem } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { ThreeDsWishes } from '#domain/three-ds-wishes.ts'

/** Cardholder and payment to authenticate. */
export interface LookupRequest {
  readonly transactionId: string
  readonly merchantId: string
  readonly card: Card
  /** The merchant's metadata; the simulator takes its directives from it, real servers ignore it. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Answer of the card-range look-up (EMV 3DS PReq/PRes). */
export type Versioning =
  | { readonly enrolled: false }
  | {
      readonly enrolled: true
      /** UUID; names the authentication from here on and is `action.session_id` on the wire. */
      readonly threeDsServerTransId: string
      readonly threeDsMethodUrl: string | null
      readonly messageVersion: string
    }
  /** A technical failure, or no protocol version that everybody speaks: whether it takes part cannot be told. */
  | { readonly enrolled: 'unknown' }

/** What the 3DS server sends the issuer (EMV 3DS AReq, browser channel, payment). */
export interface AuthenticationRequest {
  readonly threeDsServerTransId: string
  /** As the look-up said. */
  readonly messageVersion: string
  readonly card: Card
  readonly money: Money
  /** As the cardholder knows the shop: the issuer shows it during a challenge, unless the requestor says otherwise. */
  readonly merchantName: string
  /** Null where the terminal has none. */
  readonly requestor: Requestor | null
  /** The issuer declined for want of an authentication: it is asked for a challenge this time. */
  readonly challengeMandated: boolean
  /** The merchant's; absent without any. */
  readonly wishes?: ThreeDsWishes | undefined
  /** The agreement that the cardholder makes or moves by this payment. */
  readonly agreement?: Pick<AgreementTerms, 'purpose' | 'frequencyDays' | 'endsOn'> | null
  readonly customer: Customer
  readonly browserInfo: BrowserInfo
  readonly customerIp: string | null
  /** EMV 3DS field threeDSCompInd: Y our own notification URL was called, N it was not, U there was no method URL. */
  readonly methodCompletion: 'Y' | 'N' | 'U'
  /** URL to which the ACS posts `cres`. */
  readonly notificationUrl: string
}

/** The issuer's verdict with the values the provider needs. */
export interface Verdict {
  readonly transStatus: FinalTransStatus
  readonly eci: string | null
  /** A cryptogram (CAVV): memory only. */
  readonly authenticationValue: Secret<string> | null
  readonly dsTransId: string | null
  readonly messageVersion: string
}

/** Answer to the authentication request (EMV 3DS ARes). */
export type AuthenticationAnswer =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | {
      readonly kind: 'challenge'
      readonly acsUrl: string
      readonly acsTransId: string
      readonly messageVersion: string
    }

/** The challenge whose result is wanted, as the server itself named it. */
export interface ChallengeQuery {
  readonly threeDsServerTransId: string
  readonly acsTransId: string
  readonly messageVersion: string
  readonly brand: Brand | null
}

/** The server's own record after a challenge (EMV 3DS RReq). Only this decides; the browser's word can worsen it. */
export type ChallengeResult =
  /** `isUnopened` is for simulators, which decide without a shopper. */
  | { readonly kind: 'verdict'; readonly verdict: Verdict; readonly isUnopened?: true }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'none-yet' }

/** Port of 3-D Secure servers. Failures do not throw: they end as U, which needs `allow_unauthenticated`, and never as N. */
export interface ThreeDsServer {
  /** True if it asks issuers in the name of a `Requestor`, without which a terminal cannot authenticate. */
  readonly needsRequestor: boolean
  /** Problems of the metadata that this server takes directives from; checked before anything is created. */
  checkMetadata(metadata: Readonly<Record<string, unknown>>): readonly Problem[]
  lookup(enquiry: LookupRequest, signal: AbortSignal): Promise<Versioning>
  authenticate(request: AuthenticationRequest, signal: AbortSignal): Promise<AuthenticationAnswer>
  /** Checks that it is reachable and accepts our key. @returns what is wrong and what to do, null where nothing is */
  probe(signal: AbortSignal): Promise<string | null>
  /** May be asked again: a server that could not be reached counts as one that has no record yet. */
  result(challenge: ChallengeQuery, signal: AbortSignal): Promise<ChallengeResult>
}
