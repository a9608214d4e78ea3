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
 * The method page reports that it has seen the browser (EMV 3DS Method). Only this makes threeDSCompInd `Y`.
 * @param threeDSMethodData the form field as it came; one that names another authentication is ignored
 * @returns whether it names this one
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
 * Status that an unreadable challenge response counts as: it makes nothing worse, so that the server's own record alone
 * decides (docs/reference/three-ds.md#who-decides).
 */
const BRINGS_NOTHING: FinalTransStatus = 'Y'

/**
 * Takes the challenge response the browser carries from the access control server (EMV 3DS CRes). It decides nothing:
 * it is kept as something that can only make the outcome worse.
 * @param cres the form field as it came
 * @throws RequestError 404 for an unknown id
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
