import { readMethodData, writeMethodNotification } from '#three-ds/messages.ts'
import { flowOf } from './flows.ts'
import type { SimulatedAuthentications } from './simulated-authentications.ts'

/** Beyond the 5 s that everybody waits for a fingerprint (docs/reference/three-ds.md#fingerprint). */
const DELAY_SECONDS = 8

/** What the method page does: posts `threeDSMethodData` to the notification URL, perhaps too late. */
export interface MethodPage {
  readonly notificationUrl: string
  readonly threeDSMethodData: string
  readonly delaySeconds: number
}

/** @returns undefined where the data is not valid or belongs to a card without a method URL */
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
