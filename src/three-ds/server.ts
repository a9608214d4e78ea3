import type { AgreementTerms } from '#domain/agreement.ts'
import type { FinalTransStatus, Requestor } from '#domain/authentication.ts'
import type { Brand, Card } from '#domain/card.ts'
import type { BrowserInfo, Customer } from '#domain/customer.ts'
import type { Money } from '#domain/money.ts'
import type { Problem } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { ThreeDsWishes } from '#domain/three-ds-wishes.ts'

export interface LookupRequest {
  readonly transactionId: string
  readonly merchantId: string
  readonly card: Card
  /** The merchant's metadata; the simulator takes its directives from it, real servers ignore it. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Result of the card-range lookup (EMV 3DS PReq/PRes). */
export type Versioning =
  | { readonly enrolled: false }
  | {
      readonly enrolled: true
      /** UUID of the authentication, `action.session_id` on the wire. */
      readonly threeDsServerTransId: string
      readonly threeDsMethodUrl: string | null
      readonly messageVersion: string
    }
  /** A technical failure, or no common protocol version: enrollment is unknown. */
  | { readonly enrolled: 'unknown' }

/** Request to the issuer (EMV 3DS AReq, browser channel, payment). */
export interface AuthenticationRequest {
  readonly threeDsServerTransId: string
  readonly messageVersion: string
  readonly card: Card
  readonly money: Money
  /** Shop name that the issuer shows during a challenge, unless the requestor has another. */
  readonly merchantName: string
  readonly requestor: Requestor | null
  /** True if the issuer declined without authentication, so a challenge is required. */
  readonly challengeMandated: boolean
  readonly wishes?: ThreeDsWishes | undefined
  /** The agreement that the cardholder makes or moves by this payment. */
  readonly agreement?: Pick<AgreementTerms, 'purpose' | 'frequencyDays' | 'endsOn'> | null
  readonly customer: Customer
  readonly browserInfo: BrowserInfo
  readonly customerIp: string | null
  /** EMV 3DS threeDSCompInd: Y our notification URL was called, N it was not, U there was no method URL. */
  readonly methodCompletion: 'Y' | 'N' | 'U'
  /** URL to which the ACS posts `cres`. */
  readonly notificationUrl: string
}

/** The issuer's verdict with the values for the provider. */
export interface Verdict {
  readonly transStatus: FinalTransStatus
  readonly eci: string | null
  /** Cryptogram (CAVV): memory only. */
  readonly authenticationValue: Secret<string> | null
  readonly dsTransId: string | null
  readonly messageVersion: string
}

/** Result of the authentication request (EMV 3DS ARes). */
export type AuthenticationAnswer =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | {
      readonly kind: 'challenge'
      readonly acsUrl: string
      readonly acsTransId: string
      readonly messageVersion: string
    }

/** Challenge to query, as the server named it. */
export interface ChallengeQuery {
  readonly threeDsServerTransId: string
  readonly acsTransId: string
  readonly messageVersion: string
  readonly brand: Brand | null
}

/** The server's own record after a challenge (EMV 3DS RReq). Only this decides; the browser's report can worsen it. */
export type ChallengeResult =
  /** `isUnopened` is for simulators, which decide without a shopper. */
  | { readonly kind: 'verdict'; readonly verdict: Verdict; readonly isUnopened?: true }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'none-yet' }

/** Port of 3-D Secure servers. Failures do not throw: they end as U, which needs `allow_unauthenticated`. */
export interface ThreeDsServer {
  /** True if issuers need a `Requestor`, without which a terminal cannot authenticate. */
  readonly needsRequestor: boolean
  /** Problems of metadata with directives for this server; checked before anything is created. */
  checkMetadata(metadata: Readonly<Record<string, unknown>>): readonly Problem[]
  lookup(enquiry: LookupRequest, signal: AbortSignal): Promise<Versioning>
  authenticate(request: AuthenticationRequest, signal: AbortSignal): Promise<AuthenticationAnswer>
  /** Checks that it is reachable and accepts our key. @returns the problem and the next step, or null */
  probe(signal: AbortSignal): Promise<string | null>
  /** May be repeated: an unreachable server counts as one without a record yet. */
  result(challenge: ChallengeQuery, signal: AbortSignal): Promise<ChallengeResult>
}
