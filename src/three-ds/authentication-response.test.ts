import { describe, expect, it } from 'vitest'
import { faultOf } from '#test/message-fault.ts'
import { type Asked, readAuthenticationResponse, readResultsRequest } from './authentication-response.ts'
import { readErrorMessage } from './error-message.ts'
import type { Message } from './message-fault.ts'

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

const OTHER_ID = '2401433d-68be-4820-b1e7-5aa3b44dfa5a'

/** Required elements of every answer. */
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
    [{ acsURL: 'https://acs.example@elsewhere.example/' }, '203 acsURL'],
    [{ acsURL: 'https://:secret@acs.example/' }, '203 acsURL'],
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

  it('reports a cancel without a reason', () => {
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
