import type { FinalTransStatus } from '#domain/authentication.ts'
import type { Brand } from '#domain/card.ts'
import type { ARes, RReq } from './authentication-messages.ts'
import { requiredIndicatorOf } from './eci.ts'
import {
  type Message,
  MessageFault,
  optionalSecret,
  optionalText,
  requireHttps,
  requireSame,
  requireText,
} from './message-fault.ts'

/** Values that the response must repeat. */
export interface Asked {
  readonly threeDSServerTransID: string
  readonly messageVersion: string
  /** 01 payment; 02 anything else, with less proof. */
  readonly messageCategory: string
  readonly brand: Brand | null
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const REFERENCE = /^.{1,32}$/
const REASON = /^\d{2}$/
const INDICATOR = /^[\dA-Z]{2}$/
/** 20 bytes in Base64. */
const VALUE = /^(?=.{28}$)[\w+/-]{26,28}={0,2}$/
const LONGEST_URL = 2048

/** Decoupled (D) and SPC (S) are never requested; I exists since 2.2.0. */
const ANSWERS = /^[YNUARIC]$/
const ANSWERS_2_1_0 = /^[YNUARC]$/
const RESULTS = /^[YNUAR]$/

/** Reads an ARes strictly. @throws MessageFault if it answers something else, or lacks fields of its status */
export function readAuthenticationResponse(message: Message, asked: Asked): ARes {
  const head = { messageType: 'ARes', ...readHead(message, 'ARes', asked) } as const
  requireText(message, 'acsReferenceNumber', REFERENCE)
  requireText(message, 'dsReferenceNumber', REFERENCE)
  const answers = asked.messageVersion === '2.1.0' ? ANSWERS_2_1_0 : ANSWERS
  const transStatus = requireText(message, 'transStatus', answers) as ARes['transStatus']
  if (transStatus === 'C') return { ...head, transStatus, acsURL: readChallenge(message) }
  return { ...head, transStatus, ...readProof(message, transStatus, asked) }
}

/** Reads an RReq. @throws MessageFault if it is about another challenge, or lacks fields of its status */
export function readResultsRequest(message: Message, asked: Asked & { readonly acsTransID: string }): RReq {
  const { messageCategory, acsTransID } = asked
  const head = { messageType: 'RReq', messageCategory, ...readHead(message, 'RReq', asked) } as const
  requireSame(message, 'acsTransID', acsTransID, '301')
  requireSame(message, 'messageCategory', messageCategory, '203')
  const transStatus = requireText(message, 'transStatus', RESULTS) as FinalTransStatus
  const challengeCancel = optionalText(message, 'challengeCancel', REASON)
  if (challengeCancel === undefined) return { ...head, transStatus, ...readProof(message, transStatus, asked) }
  if (isProven(transStatus)) throw new MessageFault('203', 'challengeCancel')
  return { ...head, transStatus, challengeCancel }
}

function readHead(message: Message, messageType: 'ARes' | 'RReq', { messageVersion, threeDSServerTransID }: Asked) {
  requireSame(message, 'messageType', messageType, '101')
  requireSame(message, 'messageVersion', messageVersion, '102')
  requireSame(message, 'threeDSServerTransID', threeDSServerTransID, '301')
  const acsTransID = requireText(message, 'acsTransID', UUID)
  const dsTransID = requireText(message, 'dsTransID', UUID)
  return { messageVersion, threeDSServerTransID, acsTransID, dsTransID }
}

function readChallenge(message: Message): string {
  requireText(message, 'acsChallengeMandated', /^[YN]$/)
  requireText(message, 'authenticationType', /^(0[1-4]|[89]\d)$/)
  return requireHttps(message, 'acsURL', LONGEST_URL)
}

function readProof(message: Message, transStatus: FinalTransStatus, asked: Asked) {
  const eci = optionalText(message, 'eci', INDICATOR)
  const authenticationValue = optionalSecret(message, 'authenticationValue', VALUE)
  if ('NUR'.includes(transStatus)) requireText(message, 'transStatusReason', REASON)
  if (isProven(transStatus) && asked.messageCategory === '01') {
    if (authenticationValue === undefined) throw new MessageFault('201', 'authenticationValue')
    const required = requiredIndicatorOf(asked.brand, transStatus)
    if (required !== undefined) requireSame(message, 'eci', required, '203')
  }
  return { ...(eci !== undefined && { eci }), ...(authenticationValue && { authenticationValue }) }
}

/** Authenticated or attempted: the statuses that shift liability. */
function isProven(transStatus: FinalTransStatus): boolean {
  return transStatus === 'Y' || transStatus === 'A'
}
