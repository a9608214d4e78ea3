import { type FinalTransStatus, worseOf } from '#domain/authentication.ts'
import { orNotFound } from '#domain/problem.ts'
import {
  type Authentication,
  findAuthenticationById,
  keepReportedStatus,
  markMethodCompleted,
} from '#store/three-ds/authentications.ts'
import { isMethodNotification, readChallengeResponse } from '#three-ds/messages.ts'
import type { Gateway } from '../../gateway.ts'

/**
 * Receives the notification of the method page (EMV 3DS Method), which alone makes threeDSCompInd `Y`.
 * @param threeDSMethodData the form field as received @returns true if it names this authentication
 */
export async function receiveMethodNotification(
  gateway: Gateway,
  threeDsServerTransId: string,
  threeDSMethodData: string,
): Promise<boolean> {
  if (!isMethodNotification(threeDSMethodData, threeDsServerTransId)) return false
  await markMethodCompleted(gateway.sql, threeDsServerTransId)
  return true
}

/** Status of an unreadable challenge response: it worsens nothing (docs/reference/three-ds.md#who-decides). */
const BRINGS_NOTHING: FinalTransStatus = 'Y'

/**
 * Receives a challenge response (EMV 3DS CRes), which can only worsen the outcome.
 * @param cres the form field as received @throws RequestError 404 for an unknown ID
 */
export async function receiveChallenge(
  gateway: Gateway,
  threeDsServerTransId: string,
  cres: string,
): Promise<Authentication> {
  const authentication = await findById(gateway, threeDsServerTransId)
  const reported = readChallengeResponse(cres, threeDsServerTransId) ?? BRINGS_NOTHING
  const worse = worseOf(reported, authentication.reportedStatus)
  if (worse !== authentication.reportedStatus) await keepReportedStatus(gateway.sql, authentication, worse)
  return { ...authentication, reportedStatus: worse }
}

/** @throws RequestError 404 */
export async function findById(gateway: Gateway, threeDsServerTransId: string): Promise<Authentication> {
  return orNotFound(await findAuthenticationById(gateway.sql, threeDsServerTransId), 'authentication')
}
