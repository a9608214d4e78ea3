/** Behavior by the last four digits of a card (the provider's "Sandbox Testcases"). */
export interface TestCase {
  readonly versions: readonly string[]
  readonly hasMethod: boolean
  /** transStatus of the ARes; `time-out` is the directory server's. */
  readonly answer: string
  /** transStatus of the RReq unless the shopper chooses. */
  readonly result: 'Y' | 'N'
}

const VERSIONS = [['2.1.0', '2.2.0', '2.3.1'], ['2.1.0'], ['2.2.0'], ['2.3.1']]
const ANSWERS = ['Y', 'N', 'A', 'R', 'I', 'U', 'time-out', 'C']

/** @returns undefined for a card of no test case, which is not enrolled */
export function testCaseOf(acctNumber: string): TestCase | undefined {
  const digits = /([0-3])([0-2])(?:([0-6])3|(7)([0-2]))$/.exec(acctNumber)
  if (!digits) return undefined
  const [, version, method, frictionless, challenge, end] = digits
  return {
    versions: VERSIONS[Number(version)]!,
    hasMethod: method !== '1',
    answer: ANSWERS[Number(frictionless ?? challenge)]!,
    result: end === '1' ? 'N' : 'Y',
  }
}

/** Cards that pass Luhn, by what happens to them. */
export const CARDS = {
  notEnrolled: '4111111111111111',
  frictionlessY: '4111111111102003',
  mastercardY: '5200000000002003',
  N: '4111111111172113',
  A: '4111111111152123',
  mastercardA: '5200000000052123',
  R: '4111111111132133',
  I: '4111111111112143',
  U: '4111111111182153',
  timeOut: '4111111111162163',
  challengeY: '4111111111182070',
  challengeN: '4111111111172071',
  olderVersion: '4111111111181072',
} as const
