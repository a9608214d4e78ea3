import type { AReq, ARes, RReq } from '../authentication-messages.ts'
import { readAuthenticationResponse, readResultsRequest } from '../authentication-response.ts'
import { readErrorMessage } from '../error-message.ts'
import type { Message } from '../message-fault.ts'
import type {
  AuthenticationAnswer,
  AuthenticationRequest,
  ChallengeQuery,
  ChallengeResult,
  Verdict,
} from '../server.ts'
import type { Reply } from './client.ts'
import { TechnicalFailure } from './failure.ts'

/** `errorCode` of /postauth before there is a result, and after it was deleted. */
export const UNKNOWN_ID = '203'
/** Timeout, transient failure, no connection to the directory server: the next response may differ. */
const TRANSIENT: readonly string[] = ['402', '403', '405']
/** EMV 3DS challengeCancel. */
const CANCELED_BY_CARDHOLDER = '01'
const PAYMENT = '01'

/** @throws TechnicalFailure, MessageFault */
export function answerOf(reply: Reply, asked: AReq, { card }: AuthenticationRequest): AuthenticationAnswer {
  const answer = readAuthenticationResponse(readReply(reply, Object.keys(asked)), {
    ...asked,
    brand: card.maskedCard.brand,
  })
  const { transStatus, acsURL, acsTransID: acsTransId, messageVersion } = answer
  if (transStatus !== 'C') return { kind: 'verdict', verdict: verdictOf(answer, transStatus) }
  return { kind: 'challenge', acsUrl: acsURL!, acsTransId, messageVersion }
}

/** Reply with a result; undefined if a later one may have it. @throws TechnicalFailure for any other status */
export function findResultReport(reply: Reply): Reply | undefined {
  const error = readErrorMessage(reply.message, [])
  if (!error) return { ...reply, message: readReply(reply, []) }
  return [UNKNOWN_ID, ...TRANSIENT].includes(error.errorCode) ? undefined : reply
}

/** @throws TechnicalFailure, MessageFault */
export function resultOf(reply: Reply, challenge: ChallengeQuery): ChallengeResult {
  const { threeDsServerTransId: threeDSServerTransID, acsTransId: acsTransID, messageVersion, brand } = challenge
  const asked = { threeDSServerTransID, acsTransID, messageVersion, brand, messageCategory: PAYMENT }
  const report = readResultsRequest(readReply(reply, []), asked)
  if (report.challengeCancel === CANCELED_BY_CARDHOLDER) return { kind: 'canceled' }
  return { kind: 'verdict', verdict: verdictOf(report, report.transStatus) }
}

/** EMV 3DS transStatus U: it could not be performed. */
export function notPerformed(messageVersion: string): Verdict {
  return { transStatus: 'U', eci: null, authenticationValue: null, dsTransId: null, messageVersion }
}

/** @param elements that the log may name @throws TechnicalFailure for an `Erro`, or any status but 200 */
export function readReply({ status, message }: Reply, elements: readonly string[]): Message {
  const error = readErrorMessage(message, elements)
  if (error) throw new TechnicalFailure('error-message', { code: error.errorCode, elements: error.elements })
  if (status !== 200) throw new TechnicalFailure('status', { code: String(status) })
  return message
}

function verdictOf(message: ARes | RReq, transStatus: Verdict['transStatus']): Verdict {
  return {
    transStatus,
    eci: message.eci ?? null,
    authenticationValue: message.authenticationValue ?? null,
    dsTransId: message.dsTransID,
    messageVersion: message.messageVersion,
  }
}
