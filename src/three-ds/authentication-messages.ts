import type { FinalTransStatus } from '#domain/authentication.ts'
import { minorUnits } from '#domain/currency.ts'
import type { BrowserInfo } from '#domain/customer.ts'
import type { Secret } from '#domain/secret.ts'
import { currencyNumber } from './currency-numbers.ts'
import type { AuthenticationRequest } from './server.ts'

/**
 * EMV 3DS AReq for the browser channel and a payment, as far as the gateway knows it; a real 3DS server adds its own.
 */
export interface AReq extends BrowserFields {
  readonly messageType: 'AReq'
  readonly messageVersion: string
  readonly messageCategory: '01'
  readonly deviceChannel: '02'
  readonly threeDSServerTransID: string
  readonly threeDSCompInd: 'Y' | 'N' | 'U'
  readonly threeDSRequestorAuthenticationInd: '01'
  readonly acctNumber: Secret<string>
  /** YYMM. */
  readonly cardExpiryDate: string
  /** 2 to 45 characters of EMV Book 4, Annex B. */
  readonly cardholderName?: string
  readonly merchantName: string
  readonly notificationURL: string
  /** Minor units. */
  readonly purchaseAmount: string
  /** ISO 4217 number. */
  readonly purchaseCurrency: string
  readonly purchaseExponent: string
  /** YYYYMMDDHHMMSS, UTC. */
  readonly purchaseDate: string
  readonly email?: string
}

interface BrowserFields {
  readonly browserJavascriptEnabled: true
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

/** What ARes and RReq say of an authentication that is over. */
interface Proof {
  readonly dsTransID: string
  readonly eci?: string
  readonly authenticationValue?: Secret<string>
}

/** EMV 3DS ARes: the issuer's answer, `C` with an address where it wants a challenge. */
export interface ARes extends Proof {
  readonly messageType: 'ARes'
  readonly messageVersion: string
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly transStatus: FinalTransStatus | 'C'
  readonly acsURL?: string
}

/**
 * EMV 3DS RReq: what the ACS reports to the 3DS server once a challenge is over. `01` is a cancel by the cardholder.
 */
export interface RReq extends Proof {
  readonly messageType: 'RReq'
  readonly messageVersion: string
  readonly messageCategory: '01'
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly transStatus: FinalTransStatus
  readonly challengeCancel?: '01'
}

/** EMV 3DS browserColorDepth admits these alone. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1]

/** Builds the AReq. @throws Error for a currency without an ISO 4217 number: no request brings one */
export function authenticationRequestMessage(request: AuthenticationRequest, messageVersion: string, now: Date): AReq {
  const { card, money, customer } = request
  const purchaseCurrency = currencyNumber(money.currency)
  const cardholderName = nameForIssuers(card.holderName ?? '')
  if (purchaseCurrency === undefined) throw new Error(`ISO 4217 has no number for ${money.currency}.`)
  return {
    messageType: 'AReq',
    messageVersion,
    messageCategory: '01',
    deviceChannel: '02',
    threeDSServerTransID: request.threeDsServerTransId,
    threeDSCompInd: request.methodCompletion,
    threeDSRequestorAuthenticationInd: '01',
    acctNumber: card.number,
    cardExpiryDate: expiryDate(card.expirationYear, card.expirationMonth),
    merchantName: truncate(request.merchantName, 40),
    notificationURL: request.notificationUrl,
    purchaseAmount: String(money.amount),
    purchaseCurrency,
    purchaseExponent: String(minorUnits(money.currency)),
    purchaseDate: now.toISOString().replace(/\D/g, '').slice(0, 14),
    ...(cardholderName && { cardholderName }),
    ...(customer.email && { email: customer.email }),
    ...browserFields(request.browserInfo),
    ...(request.customerIp && { browserIP: request.customerIp }),
  }
}

function expiryDate(year: number, month: number): string {
  return String(year).slice(-2) + String(month).padStart(2, '0')
}

/** Without its accents; undefined where it needs other letters than issuers take. */
function nameForIssuers(name: string): string | undefined {
  const plain = name.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  return /^[ -~]{2,}$/.test(plain) ? truncate(plain, 45) : undefined
}

function browserFields(browser: BrowserInfo): BrowserFields {
  return {
    browserJavascriptEnabled: true,
    browserJavaEnabled: browser.javaEnabled,
    browserAcceptHeader: truncate(browser.acceptHeader, 2048),
    browserUserAgent: truncate(browser.userAgent, 2048),
    browserLanguage: truncate(browser.language, 8),
    browserColorDepth: String(COLOR_DEPTHS.find((depth) => depth <= browser.colorDepth) ?? 1),
    browserScreenHeight: pixels(browser.screenHeight),
    browserScreenWidth: pixels(browser.screenWidth),
    browserTZ: String(browser.timeZoneOffset),
  }
}

function pixels(size: number): string {
  return String(Math.min(Math.max(Math.round(size), 0), 999_999))
}

function truncate(text: string, length: number): string {
  return [...text].slice(0, length).join('')
}
