import { readErrorMessage } from '../error-message.ts'
import { type Message, requireHttps, requireSame, requireText } from '../message-fault.ts'
import { commonVersion, type VersionRange } from '../protocol-version.ts'
import type { Versioning } from '../server.ts'
import type { Reply } from './client.ts'
import { TechnicalFailure } from './failure.ts'
import { readReply } from './translate.ts'

/** `errorCode` of a card that no directory server knows. */
const NOT_ENROLLED = '305'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const VERSION = /^2\.\d\.\d$/
const LONGEST_METHOD_URL = 256

/** Reads the card range (CRD) of a /preauth response. @throws TechnicalFailure, MessageFault */
export function versioningOf(reply: Reply): Versioning {
  if (readErrorMessage(reply.message, [])?.errorCode === NOT_ENROLLED) return { enrolled: false }
  const range = readReply(reply, ['acctNumber'])
  requireSame(range, 'messageType', 'CRD', '101')
  const threeDsServerTransId = requireText(range, 'threeDSServerTransID', UUID)
  const acsVersions = listIn(range.acsProtocolVersions)?.map((version) => Object(version) as Message)
  const messageVersion = commonVersion(
    rangeOf(range, 'ds', listIn(range.dsProtocolVersions)),
    rangeOf(
      range,
      'acs',
      acsVersions?.map(({ version }) => version),
    ),
  )
  if (messageVersion === undefined) throw new TechnicalFailure('no-common-version')
  const threeDsMethodUrl = methodUrlOf(acsVersions?.find(({ version }) => version === messageVersion) ?? range)
  return { enrolled: true, threeDsServerTransId, messageVersion, threeDsMethodUrl }
}

function rangeOf(range: Message, whose: 'ds' | 'acs', listed: readonly unknown[] | undefined): VersionRange {
  const start = requireText(range, `${whose}StartProtocolVersion`, VERSION)
  return { start, end: requireText(range, `${whose}EndProtocolVersion`, VERSION), listed }
}

function methodUrlOf(message: Message): string | null {
  return message.threeDSMethodURL === undefined ? null : requireHttps(message, 'threeDSMethodURL', LONGEST_METHOD_URL)
}

function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}
