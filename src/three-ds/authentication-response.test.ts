import { describe, expect, it, test } from 'vitest'
import { brandOf } from '#domain/brands.ts'
import { readVectors } from '#test/vectors.ts'
import { type Asked, readAuthenticationResponse, readResultsRequest } from './authentication-response.ts'
import { readErrorMessage } from './error-message.ts'
import { type Message, MessageFault } from './message-fault.ts'
import { readChallengeResponse } from './messages.ts'

const ASKED: Asked = {
  threeDSServerTransID: '6b91f61e-9e62-4f5c-ab8c-f1ffb84122cb',
  messageVersion: '2.2.0',
  messageCategory: '01',
  brand: 'visa',
}
const ACS_ID = '43163cd0-c849-4924-82c1-7bec32b94881'
const VALUE = 'mK225wGt2bLnnLB0UlRky0oHLnU='

const ARES: Message = {
  messageType: 'ARes',
  messageVersion: '2.2.0',
  threeDSServerTransID: ASKED.threeDSServerTransID,
  acsTransID: ACS_ID,
  dsTransID: '1cf815e5-cc85-436f-8e13-9f5e5aea731f',
  acsReferenceNumber: 'acs',
  dsReferenceNumber: 'ds',
  transStatus: 'Y',
  eci: '05',
  authenticationValue: VALUE,
}
const CHALLENGE: Message = {
  ...ARES,
  transStatus: 'C',
  acsURL: 'https://acs.example/challenge',
  acsChallengeMandated: 'Y',
  authenticationType: '02',
}
const RREQ: Message = { ...ARES, messageType: 'RReq', messageCategory: '01' }

const readARes = (changes: Message, asked: Partial<Asked> = {}) =>
  readAuthenticationResponse({ ...ARES, ...changes }, { ...ASKED, ...asked })
const readChallenge = (changes: Message) => readAuthenticationResponse({ ...CHALLENGE, ...changes }, ASKED)
const readRReq = (changes: Message) => readResultsRequest({ ...RREQ, ...changes }, { ...ASKED, acsTransID: ACS_ID })

/** EMV 3DS errorCode and element of what is wrong, or undefined where nothing is. */
function faultOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error
    return `${error.errorCode} ${error.element}`
  }
}

const OTHER_ID = '2401433d-68be-4820-b1e7-5aa3b44dfa5a'

/** What every answer has to have, whatever it says. */
const HEAD: [Message, string][] = [
  [{ messageType: undefined }, '201 messageType'],
  [{ messageType: 'Erro' }, '101 messageType'],
  [{ messageVersion: '2.1.0' }, '102 messageVersion'],
  [{ messageVersion: undefined }, '201 messageVersion'],
  [{ threeDSServerTransID: OTHER_ID }, '301 threeDSServerTransID'],
  [{ threeDSServerTransID: undefined }, '201 threeDSServerTransID'],
  [{ acsTransID: undefined }, '201 acsTransID'],
  [{ acsTransID: 'x' }, '203 acsTransID'],
  [{ dsTransID: undefined }, '201 dsTransID'],
  [{ dsTransID: 7 }, '203 dsTransID'],
  [{ transStatus: undefined }, '201 transStatus'],
  [{ transStatus: '' }, '203 transStatus'],
  [{ transStatus: 'YN' }, '203 transStatus'],
  [{ transStatus: 'D' }, '203 transStatus'],
  [{ transStatus: 'S' }, '203 transStatus'],
  [{ authenticationValue: undefined }, '201 authenticationValue'],
  [{ authenticationValue: 'short' }, '203 authenticationValue'],
  [{ authenticationValue: `${VALUE}\n` }, '203 authenticationValue'],
  [{ eci: undefined }, '201 eci'],
  [{ eci: '02' }, '203 eci'],
  [{ eci: 5 }, '203 eci'],
  [{ transStatus: 'A' }, '203 eci'],
  [{ transStatus: 'A', eci: '06', authenticationValue: undefined }, '201 authenticationValue'],
  [{ transStatus: 'N' }, '201 transStatusReason'],
  [{ transStatus: 'U' }, '201 transStatusReason'],
  [{ transStatus: 'R' }, '201 transStatusReason'],
  [{ transStatus: 'N', transStatusReason: 'x' }, '203 transStatusReason'],
]

describe('an ARes', () => {
  it.each(['Y', 'A', 'N', 'U', 'R', 'I'])('that says %s is read', (transStatus) => {
    const eci = { Y: '05', A: '06' }[transStatus] ?? '07'
    const answer = readARes({ transStatus, eci, transStatusReason: '01' })
    expect(answer).toMatchObject({ transStatus, eci, acsTransID: ACS_ID })
    expect(answer.authenticationValue?.reveal()).toBe(VALUE)
  })

  it('never prints its value', () => {
    expect(JSON.stringify(readARes({}))).not.toContain(VALUE)
  })

  it.each([
    ...HEAD,
    [{ acsReferenceNumber: undefined }, '201 acsReferenceNumber'],
    [{ dsReferenceNumber: '' }, '203 dsReferenceNumber'],
  ])('with %j is a fault: %s', (changes, fault) => {
    expect(faultOf(() => readARes(changes))).toBe(fault)
  })

  it("comes with its network's own indicator", () => {
    expect(readARes({ eci: '02' }, { brand: 'mastercard' }).eci).toBe('02')
    expect(faultOf(() => readARes({ eci: '05' }, { brand: 'mastercard' }))).toBe('203 eci')
    expect(readARes({ eci: '02' }, { brand: null }).eci).toBe('02')
  })

  it('knows I since 2.2.0', () => {
    const changes = { transStatus: 'I', eci: '07' }
    expect(readARes(changes).transStatus).toBe('I')
    const older = { ...changes, messageVersion: '2.1.0' }
    expect(faultOf(() => readARes(older, { messageVersion: '2.1.0' }))).toBe('203 transStatus')
  })

  it('that wants a challenge says where', () => {
    expect(readChallenge({})).toMatchObject({ transStatus: 'C', acsURL: 'https://acs.example/challenge' })
  })

  it.each([
    [{ acsURL: undefined }, '201 acsURL'],
    [{ acsURL: 'http://acs.example/challenge' }, '203 acsURL'],
    [{ acsURL: 'javascript:alert(1)//https://' }, '203 acsURL'],
    [{ acsURL: 'https://' }, '203 acsURL'],
    [{ acsURL: `https://acs.example/${'x'.repeat(2048)}` }, '203 acsURL'],
    [{ acsChallengeMandated: undefined }, '201 acsChallengeMandated'],
    [{ acsChallengeMandated: 'yes' }, '203 acsChallengeMandated'],
    [{ authenticationType: undefined }, '201 authenticationType'],
    [{ authenticationType: '05' }, '203 authenticationType'],
  ])('that wants one with %j is a fault: %s', (changes, fault) => {
    expect(faultOf(() => readChallenge(changes))).toBe(fault)
  })
})

describe('an RReq', () => {
  it.each(['Y', 'A', 'N', 'U', 'R'])('that says %s is read', (transStatus) => {
    const eci = { Y: '05', A: '06' }[transStatus] ?? '07'
    expect(readRReq({ transStatus, eci, transStatusReason: '01' })).toMatchObject({ transStatus, eci })
  })

  it.each([
    ...HEAD,
    [{ acsTransID: OTHER_ID }, '301 acsTransID'],
    [{ messageCategory: '02' }, '203 messageCategory'],
    [{ messageCategory: undefined }, '201 messageCategory'],
    [{ transStatus: 'C' }, '203 transStatus'],
    [{ transStatus: 'I' }, '203 transStatus'],
    [{ challengeCancel: '01' }, '203 challengeCancel'],
    [{ challengeCancel: 'no' }, '203 challengeCancel'],
  ])('with %j is a fault: %s', (changes, fault) => {
    expect(faultOf(() => readRReq(changes))).toBe(fault)
  })

  it('tells of a cancel without a reason', () => {
    expect(readRReq({ transStatus: 'N', challengeCancel: '01' })).toMatchObject({ challengeCancel: '01' })
  })
})

describe('an Erro', () => {
  it('is known by its type, and names only elements that were sent', () => {
    const message = {
      messageType: 'Erro',
      errorCode: '203',
      errorComponent: 'D',
      errorDescription: 'Format of one or more elements is invalid',
      errorDetail: 'acquirerBIN, acctNumber=4111111111111111',
    }
    const read = readErrorMessage(message, ['acctNumber', 'acquirerBIN', 'mcc'])
    expect(read).toEqual({ errorCode: '203', errorComponent: 'D', elements: ['acctNumber', 'acquirerBIN'] })
    expect(readErrorMessage({ ...message, errorCode: 203 }, [])).toMatchObject({ errorCode: '' })
    expect(readErrorMessage(ARES, [])).toBeUndefined()
  })
})

interface Exchange {
  readonly id: string
  readonly scheme?: string
  readonly messages: { readonly [Name in 'areq' | 'ares' | 'rreq' | 'cres' | 'erro-ds' | 'preq']?: Message }
}

const exchanges = readVectors('emv-3ds-scheme-tests.json') as { cases: readonly Exchange[] } | undefined

describe.skipIf(!exchanges)("the networks' own exchanges", () => {
  const cases = exchanges?.cases ?? []
  const answered = cases.filter(({ messages }) => messages.areq && messages.ares)
  const challenged = answered.filter(({ messages }) => messages.rreq)
  const asked = ({ scheme, messages: { areq } }: Exchange): Asked => ({
    threeDSServerTransID: String(areq!.threeDSServerTransID),
    messageVersion: String(areq!.messageVersion),
    messageCategory: String(areq!.messageCategory),
    brand: brandOf({ visa: '4', mastercard: '51' }[scheme ?? ''] ?? ''),
  })

  it('are 74: 66 answers with 13 results, an error and the card ranges', () => {
    expect(cases).toHaveLength(74)
    expect([answered.length, challenged.length]).toEqual([66, 13])
    expect(cases.filter(({ messages }) => messages['erro-ds'])).toHaveLength(1)
    expect(cases.filter(({ messages }) => messages.preq)).toHaveLength(7)
  })

  test.each(answered)('$id: the answer is read as it says', (exchange) => {
    const { ares } = exchange.messages
    const read = readAuthenticationResponse(ares!, asked(exchange))
    expect(read.transStatus).toBe(ares!.transStatus)
    expect(read.dsTransID).toBe(ares!.dsTransID)
    if (read.transStatus === 'C') return expect(read.acsURL).toBe(ares!.acsURL)
    expect(read.eci).toBe(ares!.eci)
    expect(read.authenticationValue?.reveal()).toBe(ares!.authenticationValue)
  })

  test.each(challenged)('$id: the result is read as it says', (exchange) => {
    const { ares, rreq, cres } = exchange.messages
    const challenge = { ...asked(exchange), acsTransID: String(ares!.acsTransID) }
    const read = readResultsRequest(rreq!, challenge)
    expect([read.transStatus, read.challengeCancel]).toEqual([rreq!.transStatus, rreq!.challengeCancel])
    const carried = Buffer.from(JSON.stringify(cres)).toString('base64url')
    expect(readChallengeResponse(carried, challenge.threeDSServerTransID)).toBe(cres!.transStatus)
  })

  test.each(answered)("$id: is nobody else's answer", (exchange) => {
    const { ares } = exchange.messages
    const stranger = { ...asked(exchange), threeDSServerTransID: OTHER_ID }
    expect(faultOf(() => readAuthenticationResponse(ares!, stranger))).toBe('301 threeDSServerTransID')
    const otherVersion = { ...asked(exchange), messageVersion: ares!.messageVersion === '2.1.0' ? '2.2.0' : '2.1.0' }
    expect(faultOf(() => readAuthenticationResponse(ares!, otherVersion))).toBe('102 messageVersion')
  })

  test.each(answered)('$id: without any element that its status needs it is refused', (exchange) => {
    const { ares } = exchange.messages
    for (const element of needed(ares!, asked(exchange))) {
      const { [element]: _, ...incomplete } = ares!
      expect(faultOf(() => readAuthenticationResponse(incomplete, asked(exchange)))).toBe(`201 ${element}`)
    }
  })

  it('that ended in an error is no answer', () => {
    const { areq, 'erro-ds': error } = cases.find(({ messages }) => messages['erro-ds'])!.messages
    expect(readErrorMessage(error!, Object.keys(areq!))).toMatchObject({ errorCode: '404', errorComponent: 'A' })
    expect(faultOf(() => readAuthenticationResponse(error!, ASKED))).toBe('101 messageType')
  })
})

/** EMV 3DS: what an ARes of this status has to have. */
function needed({ transStatus }: Message, { messageCategory, brand }: Asked): string[] {
  const always = ['transStatus', 'threeDSServerTransID', 'acsTransID', 'dsTransID', 'acsReferenceNumber']
  if (transStatus === 'C') return [...always, 'acsURL', 'acsChallengeMandated', 'authenticationType']
  if ('NUR'.includes(String(transStatus))) return [...always, 'transStatusReason']
  if (messageCategory !== '01' || transStatus === 'I') return always
  return [...always, 'authenticationValue', ...(brand ? ['eci'] : [])]
}
