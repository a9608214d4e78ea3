import { describe, expect, it, test } from 'vitest'
import { COUNTRIES } from '#domain/country.ts'
import { currencyOfNumber } from '#domain/currency-numbers.ts'
import { Secret } from '#domain/secret.ts'
import { faultOf } from '#test/message-fault.ts'
import { ANSWERED, askedIn, CHALLENGED, EXCHANGES, type Exchange } from '#test/scheme-exchanges.ts'
import { authenticationRequestMessage } from './authentication-request.ts'
import { type Asked, readAuthenticationResponse, readResultsRequest } from './authentication-response.ts'
import { countryNumber } from './country-numbers.ts'
import { readErrorMessage } from './error-message.ts'
import type { Message } from './message-fault.ts'
import { readChallengeRequest, readChallengeResponse, type WindowSize, writeChallengeRequest } from './messages.ts'
import type { AuthenticationRequest } from './server.ts'

// The 74 exchanges of the networks' own test suites, through the messages this room writes and reads. Their card ranges
// are replayed where ranges are read (3dsecure-io/card-range.test.ts).

const OTHER_ID = '2401433d-68be-4820-b1e7-5aa3b44dfa5a'
const OTHER_VERSION = { '2.1.0': '2.2.0', '2.2.0': '2.1.0' }

const inBrowserPayments = ANSWERED.filter(
  ({ messages: { areq } }) => areq!.deviceChannel === '02' && areq!.messageCategory === '01',
)
const readAnswer = (exchange: Exchange, changes: Message = {}) =>
  readAuthenticationResponse({ ...exchange.messages.ares, ...changes }, askedIn(exchange))
const readResult = (exchange: Exchange, changes: Message = {}) => {
  const acsTransID = String(exchange.messages.ares!.acsTransID)
  return readResultsRequest({ ...exchange.messages.rreq, ...changes }, { ...askedIn(exchange), acsTransID })
}
const encoded = (message: Message) => Buffer.from(JSON.stringify(message)).toString('base64url')

describe("the networks' own exchanges", () => {
  it('are 74: 66 answers with 13 results, an error and the card ranges', () => {
    expect(EXCHANGES).toHaveLength(74)
    expect([ANSWERED.length, CHALLENGED.length, inBrowserPayments.length]).toEqual([66, 13, 44])
    expect(EXCHANGES.filter(({ messages }) => messages['erro-ds'])).toHaveLength(1)
    expect(EXCHANGES.filter(({ messages }) => messages.preq)).toHaveLength(7)
  })

  describe('what is asked', () => {
    test.each(inBrowserPayments)('$id: an AReq for the same payment says the same, in the same strings', (exchange) => {
      const theirs = exchange.messages.areq!
      const { transType: _, threeDSRequestorDecReqInd: __, browserJavascriptEnabled: ___, ...ours } = written(theirs)
      expect(theirs).toMatchObject(ours)
    })

    test.each(CHALLENGED)('$id: a CReq for the same challenge is the same', ({ messages: { creq } }) => {
      const { threeDSServerTransID, acsTransID, messageVersion, challengeWindowSize } = texts(creq!)
      const ids = { threeDSServerTransID: threeDSServerTransID!, acsTransID: acsTransID! }
      const size = challengeWindowSize as WindowSize
      const field = writeChallengeRequest({ ...ids, messageVersion: messageVersion!, challengeWindowSize: size })
      expect(JSON.parse(Buffer.from(field, 'base64url').toString())).toEqual(creq)
      expect(readChallengeRequest(encoded(creq!))).toEqual(creq)
    })
  })

  describe('what must be accepted is', () => {
    test.each(ANSWERED)('$id: the answer, as it says', (exchange) => {
      const { ares } = exchange.messages
      const read = readAnswer(exchange)
      expect(read.transStatus).toBe(ares!.transStatus)
      expect(read.dsTransID).toBe(ares!.dsTransID)
      if (read.transStatus === 'C') return expect(read.acsURL).toBe(ares!.acsURL)
      expect(read.eci).toBe(ares!.eci)
      expect(read.authenticationValue?.reveal()).toBe(ares!.authenticationValue)
    })

    test.each(CHALLENGED)('$id: the result, as it says', (exchange) => {
      const { rreq, cres } = exchange.messages
      const read = readResult(exchange)
      expect([read.transStatus, read.challengeCancel]).toEqual([rreq!.transStatus, rreq!.challengeCancel])
      expect(readChallengeResponse(encoded(cres!), String(rreq!.threeDSServerTransID))).toBe(cres!.transStatus)
    })
  })

  describe('what must be an Erro is', () => {
    test.each(ANSWERED)('$id: an answer to another request', (exchange) => {
      const { ares } = exchange.messages
      const stranger = { ...askedIn(exchange), threeDSServerTransID: OTHER_ID }
      expect(faultOf(() => readAuthenticationResponse(ares!, stranger))).toBe('301 threeDSServerTransID')
      const messageVersion = OTHER_VERSION[ares!.messageVersion as keyof typeof OTHER_VERSION]
      expect(faultOf(() => readAnswer(exchange, { messageVersion }))).toBe('102 messageVersion')
      expect(faultOf(() => readAnswer(exchange, { messageType: 'RReq' }))).toBe('101 messageType')
    })

    test.each(ANSWERED)('$id: an answer with an element that is missing or malformed', (exchange) => {
      const ares = exchange.messages.ares!
      for (const element of [...HEAD, ...REFERENCES, ...neededBy(ares, askedIn(exchange))]) {
        expect(faultOf(() => readAnswer(exchange, { [element]: undefined }))).toBe(`201 ${element}`)
        for (const wrong of malformed(ares[element])) {
          expect(faultOf(() => readAnswer(exchange, { [element]: wrong }))).toBe(`${codeOf(element)} ${element}`)
        }
      }
    })

    test.each(CHALLENGED)('$id: a result with an element that is missing or malformed', (exchange) => {
      const rreq = exchange.messages.rreq!
      const isCanceled = rreq.challengeCancel !== undefined
      for (const element of [...HEAD, 'messageCategory', ...(isCanceled ? [] : neededBy(rreq, askedIn(exchange)))]) {
        expect(faultOf(() => readResult(exchange, { [element]: undefined }))).toBe(`201 ${element}`)
        for (const wrong of malformed(rreq[element])) {
          expect(faultOf(() => readResult(exchange, { [element]: wrong }))).toBe(`${codeOf(element)} ${element}`)
        }
      }
    })

    test.each(CHALLENGED)('$id: the result of another challenge', (exchange) => {
      expect(faultOf(() => readResult(exchange, { acsTransID: OTHER_ID }))).toBe('301 acsTransID')
      expect(faultOf(() => readResult(exchange, { threeDSServerTransID: OTHER_ID }))).toBe('301 threeDSServerTransID')
    })

    it('an Erro, which is no answer', () => {
      const { areq, 'erro-ds': error } = EXCHANGES.find(({ messages }) => messages['erro-ds'])!.messages
      expect(readErrorMessage(error!, Object.keys(areq!))).toMatchObject({ errorCode: '404', errorComponent: 'A' })
      expect(faultOf(() => readAnswer(ANSWERED[0]!, error!))).toBe('101 messageType')
    })
  })
})

const HEAD = ['messageType', 'messageVersion', 'threeDSServerTransID', 'acsTransID', 'dsTransID', 'transStatus']
const REFERENCES = ['acsReferenceNumber', 'dsReferenceNumber']
const CODES: Readonly<Record<string, string>> = {
  messageType: '101',
  messageVersion: '102',
  threeDSServerTransID: '301',
}

/** errorCode of a value that cannot be right. */
function codeOf(element: string): string {
  return CODES[element] ?? '203'
}

function malformed(value: unknown): unknown[] {
  return ['', 7, null, `${value}\n`]
}

/** EMV 3DS: what comes with a status, beyond what every answer has. */
function neededBy({ transStatus }: Message, { messageCategory, brand }: Asked): string[] {
  if (transStatus === 'C') return ['acsURL', 'acsChallengeMandated', 'authenticationType']
  if ('NUR'.includes(String(transStatus))) return ['transStatusReason']
  if (messageCategory !== '01' || transStatus === 'I') return []
  return ['authenticationValue', ...(brand ? ['eci'] : [])]
}

/** Our AReq for the payment that a network's AReq is about. Phones are left out: the networks made up calling codes. */
function written(theirs: Message) {
  const said = texts(theirs)
  const [year, month] = [Number(`20${said.cardExpiryDate!.slice(0, 2)}`), Number(said.cardExpiryDate!.slice(2))]
  const request: AuthenticationRequest = {
    threeDsServerTransId: said.threeDSServerTransID!,
    messageVersion: said.messageVersion!,
    card: {
      number: new Secret(said.acctNumber!),
      expirationMonth: month,
      expirationYear: year,
      cvv: null,
      ...(said.cardholderName && { holderName: said.cardholderName }),
      maskedCard: { masked: '', brand: null, hash: '' },
    },
    money: { amount: BigInt(said.purchaseAmount!), currency: currencyOfNumber(said.purchaseCurrency!)! },
    merchantName: said.merchantName!,
    requestor: {
      url: said.threeDSRequestorURL!,
      merchantName: said.merchantName!,
      merchantCategoryCode: said.mcc!,
      merchantCountry: countryOf(said.merchantCountryCode)!,
      acquirer: { bin: said.acquirerBIN!, merchantId: said.acquirerMerchantID! },
      acquirerByNetwork: {},
    },
    challengeMandated: said.threeDSRequestorChallengeInd === '04',
    customer: {
      id: null,
      firstName: null,
      lastName: null,
      address: said.billAddrLine1 ?? null,
      city: said.billAddrCity ?? null,
      country: countryOf(said.billAddrCountry),
      postalCode: said.billAddrPostCode ?? null,
      email: said.email ?? null,
      phone: null,
    },
    browserInfo: {
      userAgent: said.browserUserAgent!,
      acceptHeader: said.browserAcceptHeader!,
      javaEnabled: theirs.browserJavaEnabled === true,
      colorDepth: Number(said.browserColorDepth),
      screenHeight: Number(said.browserScreenHeight),
      screenWidth: Number(said.browserScreenWidth),
      timeZoneOffset: Number(said.browserTZ),
      language: said.browserLanguage!,
    },
    customerIp: said.browserIP ?? null,
    methodCompletion: said.threeDSCompInd as 'Y' | 'N' | 'U',
    notificationUrl: said.notificationURL!,
  }
  const at = said.purchaseDate!.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')
  const { acctNumber, ...message } = authenticationRequestMessage(request, new Date(at))
  return { ...message, acctNumber: acctNumber.reveal() }
}

function countryOf(number: string | undefined): string | null {
  return COUNTRIES.find((country) => countryNumber(country) === number) ?? null
}

function texts(message: Message): Readonly<Record<string, string | undefined>> {
  return message as never
}
