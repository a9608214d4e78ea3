import { markMethodCompleted } from '#store/three-ds/authentications.ts'
import { isMethodNotification } from '#three-ds/messages.ts'
import type { Gateway } from '../gateway.ts'

/**
 * The method page reports that it looked at the browser (EMV 3DS 3DS Method). Only this makes threeDSCompInd `Y`.
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
