import { readMethodData, writeMethodNotification } from '#three-ds/messages.ts'
import { flowOf } from './flows.ts'
import type { SimulatedAuthentications } from './simulated-authentications.ts'

/** Longer than the 5 s that browsers wait for a fingerprint (docs/reference/three-ds.md#fingerprint). */
const DELAY_SECONDS = 8

/** Posts `threeDSMethodData` to the notification URL, perhaps too late. */
export interface MethodPage {
  readonly notificationUrl: string
  readonly threeDSMethodData: string
  readonly delaySeconds: number
}

/** @returns undefined if the data is invalid or of a card without a method URL */
export async function methodPageOf(
  authentications: SimulatedAuthentications,
  field: string,
): Promise<MethodPage | undefined> {
  const data = readMethodData(field)
  const authentication = data && (await authentications.find(data.threeDSServerTransID))
  const method = authentication && flowOf(authentication.flow)?.method
  if (!method || method === 'none') return undefined
  return {
    notificationUrl: data.threeDSMethodNotificationURL,
    threeDSMethodData: writeMethodNotification(data.threeDSServerTransID),
    delaySeconds: method === 'delayed' ? DELAY_SECONDS : 0,
  }
}
