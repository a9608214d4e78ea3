import { describe, expect, it, test } from 'vitest'
import { EXCHANGES } from '#test/scheme-exchanges.ts'
import type { Message } from '../message-fault.ts'
import { versioningOf } from './card-range.ts'

const ID = '6b91f61e-9e62-4f5c-ab8c-f1ffb84122cb'

const versionIn = (range: Message) => {
  const message = { messageType: 'CRD', threeDSServerTransID: ID, ...range }
  const versioning = versioningOf({ status: 200, message })
  return versioning.enrolled === true && versioning.messageVersion
}
const range = (ds: readonly [string, string], acs: readonly [string, string]): Message => ({
  dsStartProtocolVersion: ds[0],
  dsEndProtocolVersion: ds[1],
  acsStartProtocolVersion: acs[0],
  acsEndProtocolVersion: acs[1],
})

it.each([
  [['2.1.0', '2.2.0'], ['2.1.0', '2.2.0'], '2.2.0'],
  [['2.1.0', '2.3.1'], ['2.2.0', '2.3.1'], '2.2.0'],
  [['2.1.0', '2.1.0'], ['2.1.0', '2.2.0'], '2.1.0'],
  [['2.1.0', '2.2.0'], ['2.1.0', '2.1.0'], '2.1.0'],
  [['2.2.0', '2.2.0'], ['2.2.0', '2.2.0'], '2.2.0'],
] as const)('a directory server of %j and an ACS of %j are spoken to in %s', (ds, acs, version) => {
  expect(versionIn(range(ds, acs))).toBe(version)
})

it.each([
  [
    ['2.2.0', '2.2.0'],
    ['2.1.0', '2.1.0'],
  ],
  [
    ['2.1.0', '2.2.0'],
    ['2.3.1', '2.3.1'],
  ],
  [
    ['2.3.1', '2.3.1'],
    ['2.3.1', '2.3.1'],
  ],
] as const)('a directory server of %j and an ACS of %j are not spoken to at all', (ds, acs) => {
  expect(() => versionIn(range(ds, acs))).toThrow('no-common-version')
})

describe("the networks' own card ranges", () => {
  const answers = EXCHANGES.flatMap(({ messages }) => [messages.pres, messages['pres-second']].filter((pres) => !!pres))
  const rows = answers.flatMap(({ cardRangeData, dsStartProtocolVersion, dsEndProtocolVersion }) =>
    (cardRangeData as Message[]).map((row) => ({ dsStartProtocolVersion, dsEndProtocolVersion, ...row }) as Message),
  )

  it('are 130', () => {
    expect(rows).toHaveLength(130)
  })

  test.each(rows)('$startRange to $endRange speaks $acsEndProtocolVersion at best', (row) => {
    expect(versionIn(row)).toBe(row.acsEndProtocolVersion)
    const without = { ...row, acsStartProtocolVersion: undefined }
    expect(() => versionIn(without)).toThrow('201 in acsStartProtocolVersion')
  })
})
