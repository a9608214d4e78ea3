import { randomBytes, randomUUID } from 'node:crypto'
import type { Message } from './field-rules.ts'
import type { TestCase } from './test-cases.ts'

// The sandbox's own answers, as the provider's examples show them.

const STANDIN = '3dsecureio-standin'

export function cardRange(id: string, { versions, hasMethod }: TestCase, origin: string, scheme: string): Message {
  const method = hasMethod && { threeDSMethodURL: `${origin}/method` }
  const [start, end] = [versions[0], versions.at(-1)]
  return {
    messageType: 'CRD',
    threeDSServerTransID: id,
    dsProtocolVersions: ['2.1.0', '2.2.0', '2.3.1'],
    dsStartProtocolVersion: '2.1.0',
    dsEndProtocolVersion: '2.3.1',
    acsProtocolVersions: versions.map((version) => ({ version, acsInfoInd: ['01'], ...method })),
    acsStartProtocolVersion: start,
    acsEndProtocolVersion: end,
    acsInfoInd: ['01'],
    threeDSServerProtocolVersions: ['2.1.0', '2.2.0', '2.3.1'],
    scheme,
    ...method,
  }
}

export function authenticationResponse(areq: Message, transStatus: string, origin: string): Message {
  const challenge = {
    acsURL: `${origin}/challenge`,
    acsChallengeMandated: 'N',
    authenticationType: '02',
  }
  return {
    messageType: 'ARes',
    messageVersion: areq.messageVersion,
    threeDSServerTransID: areq.threeDSServerTransID,
    acsTransID: randomUUID(),
    dsTransID: randomUUID(),
    acsReferenceNumber: `${STANDIN}-acs`,
    dsReferenceNumber: `${STANDIN}-ds`,
    acsOperatorID: `${STANDIN}-acs`,
    transStatus,
    ...(transStatus === 'C' ? challenge : proofOf(areq, transStatus)),
  }
}

export function resultsRequest(areq: Message, ares: Message, transStatus: string, challengeCancel?: string): Message {
  return {
    messageType: 'RReq',
    messageVersion: areq.messageVersion,
    messageCategory: '01',
    threeDSServerTransID: areq.threeDSServerTransID,
    acsTransID: ares.acsTransID,
    dsTransID: ares.dsTransID,
    authenticationType: '02',
    interactionCounter: '01',
    transStatus,
    ...proofOf(areq, transStatus),
    ...(challengeCancel && { challengeCancel }),
  }
}

export function errorMessage(errorCode: string, errorDetail: string, asked: Message): Message {
  const { threeDSServerTransID, messageVersion = '2.2.0' } = asked
  return {
    messageType: 'Erro',
    messageVersion,
    errorCode,
    errorComponent: 'S',
    errorDescription: `Error ${errorCode}`,
    errorDetail,
    ...(threeDSServerTransID ? { threeDSServerTransID } : {}),
  }
}

function proofOf({ acctNumber }: Message, transStatus: string): Message {
  if ('NUR'.includes(transStatus)) return { transStatusReason: '01' }
  const isMastercard = String(acctNumber).startsWith('5')
  const full = isMastercard ? '02' : '05'
  const eci = { Y: full, A: isMastercard ? '01' : '06', I: '07' }[transStatus]
  return { eci, authenticationValue: randomBytes(20).toString('base64') }
}
