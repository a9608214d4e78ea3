import type { FinalTransStatus } from '#domain/authentication.ts'
import type { Secret } from '#domain/secret.ts'

/** EMV 3DS AReq of a browser; a hosted server adds its own IDs (threeDSServerRefNumber, threeDSRequestorID …). */
export interface AReq extends BrowserFields, RequestorFields, RequestorIndicators, CardholderFields {
  readonly messageType: 'AReq'
  readonly messageVersion: string
  readonly messageCategory: '01'
  readonly deviceChannel: '02'
  readonly threeDSServerTransID: string
  readonly threeDSCompInd: 'Y' | 'N' | 'U'
  /** No decoupled authentication; a field since 2.2.0. */
  readonly threeDSRequestorDecReqInd?: 'N'
  /** Goods or services. */
  readonly transType: '01'
  readonly acctNumber: Secret<string>
  /** YYMM. */
  readonly cardExpiryDate: string
  readonly merchantName: string
  readonly notificationURL: string
  /** Minor units. */
  readonly purchaseAmount: string
  /** ISO 4217 number. */
  readonly purchaseCurrency: string
  readonly purchaseExponent: string
  /** YYYYMMDDHHMMSS, UTC. */
  readonly purchaseDate: string
}

/** Preferences of the merchant, and the agreement that the cardholder makes. */
export interface RequestorIndicators {
  readonly threeDSRequestorAuthenticationInd: '01' | '02' | '03'
  /** 04: a challenge is mandated. */
  readonly threeDSRequestorChallengeInd?: '01' | '02' | '03' | '04' | '05' | '08'
  /** Days between charges. */
  readonly recurringFrequency?: string
  /** YYYYMMDD. */
  readonly recurringExpiry?: string
  readonly purchaseInstalData?: string
}

/** Fields from the terminal's `Requestor`; the simulator does not require them. */
export interface RequestorFields {
  readonly threeDSRequestorURL?: string
  readonly mcc?: string
  /** ISO 3166-1 number. */
  readonly merchantCountryCode?: string
  readonly acquirerBIN?: string
  readonly acquirerMerchantID?: string
}

/** ASCII only; other values are omitted. */
export interface CardholderFields {
  /** 2 to 45 characters. */
  readonly cardholderName?: string
  readonly email?: string
  readonly mobilePhone?: PhoneNumber
  readonly billAddrLine1?: string
  readonly billAddrCity?: string
  readonly billAddrPostCode?: string
  /** ISO 3166-1 number. */
  readonly billAddrCountry?: string
}

/** Country calling code and subscriber number, digits only. */
export interface PhoneNumber {
  readonly cc: string
  readonly subscriber: string
}

export interface BrowserFields {
  /** A field since 2.2.0. */
  readonly browserJavascriptEnabled?: true
  readonly browserJavaEnabled: boolean
  readonly browserAcceptHeader: string
  readonly browserUserAgent: string
  readonly browserLanguage: string
  readonly browserColorDepth: string
  readonly browserScreenHeight: string
  readonly browserScreenWidth: string
  readonly browserTZ: string
  readonly browserIP?: string
}

/** Proof in ARes and RReq of a completed authentication. */
interface Proof {
  readonly dsTransID: string
  readonly eci?: string
  readonly authenticationValue?: Secret<string>
}

/** EMV 3DS ARes: the issuer's response, `C` with a URL if it requires a challenge. */
export interface ARes extends Proof {
  readonly messageType: 'ARes'
  readonly messageVersion: string
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly transStatus: FinalTransStatus | 'C'
  readonly acsURL?: string
}

/** EMV 3DS RReq: result of a challenge, from the ACS to the 3DS server. `01`: canceled by the cardholder. */
export interface RReq extends Proof {
  readonly messageType: 'RReq'
  readonly messageVersion: string
  readonly messageCategory: string
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly transStatus: FinalTransStatus
  readonly challengeCancel?: string
}
