import { type FinalTransStatus, worseOf } from '#domain/authentication.ts'
import { notFound } from '#domain/problem.ts'
import {
  type Authentication,
  findAuthenticationById,
  keepReportedStatus,
  markMethodCompleted,
} from '#store/three-ds/authentications.ts'
import { isMethodNotification, readChallengeResponse } from '#three-ds/messages.ts'
import type { Gateway } from '../../gateway.ts'

/**
 * Receives the method page's notification (EMV 3DS Method). Only this makes threeDSCompInd `Y`.
 * @param threeDSMethodData the form field as received; one of another authentication is ignored
 * @returns true if it names this one
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

/**
 * Status of an unreadable challenge response: it worsens nothing, so the server's own record decides
 * (docs/reference/three-ds.md#who-decides).
 */
const BRINGS_NOTHING: FinalTransStatus = 'Y'

/**
 * Receives the challenge response from the access control server (EMV 3DS CRes). It can only worsen the outcome.
 * @param cres the form field as received
 * @throws RequestError 404 for an unknown ID
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
  const authentication = await findAuthenticationById(gateway.sql, threeDsServerTransId)
  if (!authentication) throw notFound('authentication')
  return authentication
}
