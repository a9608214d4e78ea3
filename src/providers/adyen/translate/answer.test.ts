import { describe, expect, test } from 'vitest'
import type { Outcome } from '#domain/transaction.ts'
import { parsePaymentResponse, requestRefused } from './answer.ts'

const refused = (refusalReasonCode: string, isAuthenticated = false) =>
  parsePaymentResponse({ resultCode: 'Refused', refusalReasonCode, pspReference: 'P1' }, isAuthenticated)

describe('A result code', () => {
  test.each([
    ['Authorised', '0000'],
    ['Success', '0000'],
    ['PartiallyAuthorised', '1000'],
    ['Refused', '1000'],
    ['Error', '1001'],
    ['Cancelled', '1003'],
    ['Pending', '1002'],
    ['Received', '1002'],
    ['PresentToShopper', '1002'],
    ['AuthenticationFinished', '1002'],
    ['AuthenticationNotRequired', '1002'],
    ['SomethingNew', '1002'],
  ])('%s means %s', (resultCode, code) => {
    expect(parsePaymentResponse({ resultCode }, false)).toMatchObject({ kind: 'outcome', outcome: { code } })
  })

  test.each(['RedirectShopper', 'IdentifyShopper', 'ChallengeShopper'])(
    '%s asks for our own 3-D Secure',
    (resultCode) => {
      const asks = { outcome: { code: '1000', providerResponseCode: resultCode } }
      expect(parsePaymentResponse({ resultCode }, false)).toMatchObject({ kind: 'authentication-required', ...asks })
      expect(parsePaymentResponse({ resultCode }, true)).toMatchObject({ kind: 'outcome', ...asks })
    },
  )

  test('that is missing leaves the payment pending', () => {
    expect(parsePaymentResponse({}, false)).toMatchObject({ kind: 'outcome', outcome: { code: '1002' } })
  })
})

describe('A refusal reason', () => {
  test('that says the card is gone, wrong or revoked stops the retries, and no other does', () => {
    const stopping = Array.from({ length: 50 }, (_, reason) => String(reason)).filter((reason) => {
      const answer = refused(reason)
      return answer.kind === 'outcome' && answer.outcome.stopsRetries
    })
    expect(stopping).toEqual(['6', '8', '24', '25', '26', '32', '34', '35'])
  })

  const codes = Array.from({ length: 60 }, (_, number) => String(number))
  const means: Record<string, readonly string[]> = {
    '1001': ['4', '9', '21', '39', '42', '46'],
    '1003': ['15', '16'],
    '1004': ['12', '28', '29'],
    '4100': ['5'],
    '4101': ['14', '20', '22', '31'],
  }
  const expected = (reason: string) => Object.keys(means).find((code) => means[code]!.includes(reason)) ?? '1000'

  test.each(codes)('%s has its code', (reason) => {
    expect(refused(reason, true).kind).toBe(reason === '38' ? 'authentication-required' : 'outcome')
    expect(refused(reason, true)).toMatchObject({ outcome: { code: expected(reason), providerResponseCode: reason } })
  })

  test('asks for an authentication, 11 only where there was none', () => {
    expect(refused('38')).toMatchObject({ kind: 'authentication-required', outcome: { code: '1000' } })
    expect(refused('11')).toMatchObject({ kind: 'authentication-required' })
    expect(refused('11', true)).toMatchObject({ kind: 'outcome', outcome: { code: '1000' } })
  })

  test("the issuer's own code comes before Adyen's", () => {
    const additionalData = { refusalReasonRaw: '43 : Stolen card' }
    const json = { resultCode: 'Refused', refusalReasonCode: '2', refusalReason: 'Refused', additionalData }
    expect(parsePaymentResponse(json, true)).toMatchObject({
      outcome: { providerResponseCode: '43', providerResponseMessage: 'Refused' },
    })
    const revoked = { ...json, additionalData: { refusalReasonRaw: 'R1 : Revocation of authorization' } }
    expect(parsePaymentResponse(revoked, true)).toMatchObject({ outcome: { providerResponseCode: 'R1' } })
  })

  test.each([
    ['24 : Retry after 1 hour', '24'],
    ['03 : Do not try again', '03'],
    ['soon', undefined],
  ])('has the advice of the scheme: %s', (merchantAdviceCode, adviceCode) => {
    const json = { resultCode: 'Refused', refusalReasonCode: '2', additionalData: { merchantAdviceCode } }
    const { outcome } = parsePaymentResponse(json, true) as { readonly outcome: Outcome }
    expect(outcome.adviceCode).toBe(adviceCode)
  })
})

describe('The account updater', () => {
  const updaterAnswer = (additionalData: object, resultCode = 'Authorised') => {
    const answer = parsePaymentResponse({ resultCode, additionalData }, false)
    return answer.kind === 'shopper-step' ? undefined : answer.outcome
  }

  test.each(['Authorised', 'Refused'])('names a new expiry with %s', (resultCode) => {
    const updated = { realtimeAccountUpdaterStatus: 'CardExpiryChanged', expiryDate: '3/2031', cardSummary: '1111' }
    expect(updaterAnswer(updated, resultCode)?.cardUpdate).toEqual({ kind: 'expiry', expiry: { month: 3, year: 2031 } })
  })

  test.each([
    ['CardChanged', 'NUMBER_CHANGED'],
    ['CloseAccount', 'CLOSED'],
    ['ContactCardAccountHolder', 'CONTACT_HOLDER'],
  ])('%s is %s; only a closed card is tried with no other account', (status, update) => {
    const outcome = updaterAnswer({ realtimeAccountUpdaterStatus: status, expiryDate: '3/2031' }, 'Refused')
    expect(outcome?.cardUpdate).toEqual({ kind: 'issuer', update })
    expect(outcome?.stopsRetries ?? false).toBe(update === 'CLOSED')
  })

  test.each([
    {},
    { expiryDate: '3/2031' },
    { realtimeAccountUpdaterStatus: 'CardExpiryChanged' },
    { realtimeAccountUpdaterStatus: 'CardExpiryChanged', expiryDate: 'soon' },
    { realtimeAccountUpdaterStatus: 'constructor', expiryDate: '3/2031' },
  ])('that says %j names nothing', (additionalData) => {
    expect(updaterAnswer(additionalData)).not.toHaveProperty('cardUpdate')
  })
})

describe('An approval', () => {
  test('has the ID of the scheme', () => {
    const json = { resultCode: 'Authorised', additionalData: { networkTxReference: 'MCC123456789' } }
    expect(parsePaymentResponse(json, false)).toMatchObject({ outcome: { networkTransactionId: 'MCC123456789' } })
  })

  test('brings its code, its reference and the checks', () => {
    const additionalData = { authCode: '044925', cvcResult: '1 Matches', avsResult: '7 Both match' }
    const json = { resultCode: 'Authorised', pspReference: '993617895204576J', additionalData }
    expect(parsePaymentResponse(json, false)).toEqual({
      kind: 'outcome',
      outcome: {
        code: '0000',
        responseMessage: 'approved',
        approvalCode: '044925',
        referenceNumber: '993617895204576J',
        providerResponseCode: 'Authorised',
        providerResponseMessage: null,
        checks: { cvv: 'match', avs: 'match' },
      },
    })
  })

  test.each([
    ['1 Matches', 'match'],
    ["2 Doesn't match", 'no_match'],
    ['3 Not checked', 'not_checked'],
    ['6 No CVC/CVV provided', 'not_checked'],
    ['0 Unknown', 'unavailable'],
    ['99 New', 'unavailable'],
  ])('cvcResult %s is %s', (cvcResult, cvv) => {
    const json = { resultCode: 'Authorised', additionalData: { cvcResult } }
    expect(parsePaymentResponse(json, false)).toMatchObject({ outcome: { checks: { cvv, avs: 'not_checked' } } })
  })
})

describe('A request that Adyen refused', () => {
  const refusal = (status: number, errorCode?: string) =>
    requestRefused({
      status,
      headers: new Headers(),
      json: { status, errorCode, errorType: 'validation', message: 'x' },
    })

  test.each([
    [422, '101', '1000'],
    [422, '103', '1000'],
    [422, '129', '1000'],
    [422, '14_030', '1001'],
    [401, '000', '1001'],
    [403, '901', '1001'],
    [400, undefined, '1001'],
    [429, undefined, '1001'],
  ])('with %i and %s charged nothing: %s', (status, errorCode, code) => {
    const said = { providerResponseCode: errorCode ?? String(status), providerResponseMessage: 'validation' }
    expect(refusal(status, errorCode)).toMatchObject({ kind: 'outcome', outcome: { code, ...said } })
  })
})
