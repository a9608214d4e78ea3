import { TollgateError } from './error.ts'

/** The JSON inside `action.token`; fields that do not apply at a step are absent. */
export interface ActionToken {
  readonly three_ds_server_trans_id: string
  /** Absent where the bank wants no fingerprint: then there is nothing to post and nothing to wait for. */
  readonly three_ds_method_url?: string
  readonly three_ds_method_notification_url?: string
  readonly acs_url?: string
  readonly acs_trans_id?: string
  readonly message_version?: string
  readonly challenge_window_size?: string
}

/**
 * Reads `action.token`.
 * @throws TollgateError where it is not Base64 of a JSON object
 */
export function decodeActionToken(token: string): ActionToken {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString()) as ActionToken
  } catch {
    throw new TollgateError('invalid_request', 'The action token is not Base64 of JSON. Pass action.token unchanged.')
  }
}

/** The value of form field `threeDSMethodData`, posted to `three_ds_method_url` in a hidden iframe. */
export function threeDsMethodData(token: ActionToken): string {
  return base64UrlJson({
    threeDSServerTransID: token.three_ds_server_trans_id,
    threeDSMethodNotificationURL: token.three_ds_method_notification_url,
  })
}

/** The value of form field `creq`, posted to `acs_url` by the page itself or in an iframe. */
export function challengeRequest(token: ActionToken): string {
  return base64UrlJson({
    threeDSServerTransID: token.three_ds_server_trans_id,
    acsTransID: token.acs_trans_id,
    messageVersion: token.message_version,
    messageType: 'CReq',
    challengeWindowSize: token.challenge_window_size,
  })
}

/** EMV 3DS browser messages travel as base64url without padding. */
function base64UrlJson(message: object): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url')
}
