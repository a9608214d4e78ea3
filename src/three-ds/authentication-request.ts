import type { Requestor } from '#domain/authentication.ts'
import type { Brand } from '#domain/card.ts'
import { minorUnits } from '#domain/currency.ts'
import { currencyNumber } from '#domain/currency-numbers.ts'
import type { BrowserInfo } from '#domain/customer.ts'
import { requestorIndicators } from './agreement-fields.ts'
import type { AReq, BrowserFields, RequestorFields } from './authentication-messages.ts'
import { cardholderFields } from './cardholder-fields.ts'
import { countryNumber } from './country-numbers.ts'
import type { AuthenticationRequest } from './server.ts'

/** The only values that EMV 3DS allows for browserColorDepth. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1]

/** Meaning of a missing Accept header (RFC 9110, 12.5.1), which the message requires. */
const ANYTHING = '*/*'

/** User agent of a browser that sends none. */
const UNKNOWN = 'unknown'

/** Minutes; browserTZ has five characters, the sign included. */
const FARTHEST_OFFSET = 9999

/** Builds the AReq. @throws Error for a currency without an ISO 4217 number, which requests cannot have */
export function authenticationRequestMessage(request: AuthenticationRequest, now: Date): AReq {
  const { card, money, messageVersion, requestor } = request
  const purchaseCurrency = currencyNumber(money.currency)
  if (purchaseCurrency === undefined) throw new Error(`ISO 4217 has no number for ${money.currency}.`)
  return {
    messageType: 'AReq',
    messageVersion,
    messageCategory: '01',
    deviceChannel: '02',
    threeDSServerTransID: request.threeDsServerTransId,
    threeDSCompInd: request.methodCompletion,
    ...requestorIndicators(request, now),
    transType: '01',
    acctNumber: card.number,
    cardExpiryDate: expiryDate(card.expirationYear, card.expirationMonth),
    merchantName: requestor?.merchantName ?? truncate(request.merchantName, 40),
    notificationURL: request.notificationUrl,
    purchaseAmount: String(money.amount),
    purchaseCurrency,
    purchaseExponent: String(minorUnits(money.currency)),
    purchaseDate: now.toISOString().replace(/\D/g, '').slice(0, 14),
    ...(requestor && requestorFields(requestor, card.maskedCard.brand)),
    ...cardholderFields(card, request.customer),
    ...browserFields(request.browserInfo),
    ...(request.customerIp && { browserIP: request.customerIp }),
    ...(messageVersion !== '2.1.0' && SINCE_2_2_0),
  }
}

const SINCE_2_2_0 = { browserJavascriptEnabled: true, threeDSRequestorDecReqInd: 'N' } as const

function requestorFields(requestor: Requestor, brand: Brand | null): RequestorFields {
  const { url, merchantCategoryCode, merchantCountry, acquirer, acquirerByNetwork } = requestor
  const { bin, merchantId } = (brand && acquirerByNetwork[brand]) ?? acquirer
  const merchantCountryCode = countryNumber(merchantCountry)
  return {
    threeDSRequestorURL: url,
    mcc: merchantCategoryCode,
    ...(merchantCountryCode && { merchantCountryCode }),
    acquirerBIN: bin,
    acquirerMerchantID: merchantId,
  }
}

function expiryDate(year: number, month: number): string {
  return String(year).slice(-2) + String(month).padStart(2, '0')
}

function browserFields(browser: BrowserInfo): BrowserFields {
  return {
    browserJavaEnabled: browser.javaEnabled,
    browserAcceptHeader: truncate(browser.acceptHeader.trim() || ANYTHING, 2048),
    browserUserAgent: truncate(browser.userAgent.trim() || UNKNOWN, 2048),
    browserLanguage: languageTag(browser.language),
    browserColorDepth: String(COLOR_DEPTHS.find((depth) => depth <= browser.colorDepth) ?? 1),
    browserScreenHeight: pixels(browser.screenHeight),
    browserScreenWidth: pixels(browser.screenWidth),
    browserTZ: String(within(browser.timeZoneOffset, -FARTHEST_OFFSET, FARTHEST_OFFSET)),
  }
}

/** First tag in 8 characters (RFC 5646), else English; browsers and shops send `en,fr;q=0.9`, `en_US` and `*`. */
function languageTag(language: string): string {
  const tag = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*/i.exec(language.trim())?.[0] ?? 'en'
  return /^.{1,8}(?=-|$)/.exec(tag)![0]
}

function pixels(size: number): string {
  return String(within(size, 0, 999_999))
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.round(value), least), most)
}

function truncate(text: string, length: number): string {
  return [...text].slice(0, length).join('')
}
