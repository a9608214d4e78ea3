import type { ActionToken } from './action-token.ts'
import { writeChallengeRequest, writeMethodData } from './messages.ts'

/** A form the shopper's browser posts for one 3-D Secure step. */
export interface BrowserForm {
  readonly kind: 'FINGERPRINT' | 'CHALLENGE'
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * What the browser has to post for the step a token describes (docs/reference/three-ds.md#fingerprint).
 * @returns undefined for a fingerprint step without a method URL: there is nothing to post and nothing to wait for
 */
export function browserFormOf(token: ActionToken): BrowserForm | undefined {
  const { threeDsServerTransId: threeDSServerTransID, acsUrl, acsTransId, threeDsMethodUrl } = token
  if (acsUrl !== null && acsTransId !== null) {
    const { messageVersion, challengeWindowSize } = token
    const request = { threeDSServerTransID, acsTransID: acsTransId, messageVersion, challengeWindowSize }
    return { kind: 'CHALLENGE', url: acsUrl, fields: { creq: writeChallengeRequest(request) } }
  }
  const notificationUrl = token.threeDsMethodNotificationUrl
  if (threeDsMethodUrl === null || notificationUrl === null) return undefined
  const threeDSMethodData = writeMethodData({ threeDSServerTransID, threeDSMethodNotificationURL: notificationUrl })
  return { kind: 'FINGERPRINT', url: threeDsMethodUrl, fields: { threeDSMethodData } }
}
