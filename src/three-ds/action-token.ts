import { readBase64Json } from './base64-json.ts'
import type { WindowSize } from './messages.ts'

/** Decoded token of an action (docs/reference/objects.md#decoded-token); null if not applicable at a step. */
export interface ActionToken {
  readonly threeDsServerTransId: string
  readonly threeDsMethodUrl: string | null
  readonly threeDsMethodNotificationUrl: string | null
  readonly acsUrl: string | null
  readonly acsTransId: string | null
  /** EMV 3DS protocol version, e.g. `2.2.0`. */
  readonly messageVersion: string
  readonly challengeWindowSize: WindowSize
}

/** Wire names of the decoded token (docs/reference/objects.md#decoded-token). */
const WIRE_NAMES: Readonly<Record<keyof ActionToken, string>> = {
  threeDsServerTransId: 'three_ds_server_trans_id',
  threeDsMethodUrl: 'three_ds_method_url',
  threeDsMethodNotificationUrl: 'three_ds_method_notification_url',
  acsUrl: 'acs_url',
  acsTransId: 'acs_trans_id',
  messageVersion: 'message_version',
  challengeWindowSize: 'challenge_window_size',
}

const FIELDS = Object.entries(WIRE_NAMES) as [keyof ActionToken, string][]

/** `action.token`: standard Base64 of the JSON without null fields. */
export function encodeActionToken(token: ActionToken): string {
  const present = FIELDS.filter(([name]) => token[name] !== null).map(([name, wireName]) => [wireName, token[name]])
  return Buffer.from(JSON.stringify(Object.fromEntries(present))).toString('base64')
}

/** @throws Error for a text that `encodeActionToken` did not write */
export function decodeActionToken(text: string): ActionToken {
  const wire = readBase64Json(text)
  if (!wire) throw new Error('This is not an action token of this gateway.')
  return Object.fromEntries(FIELDS.map(([name, wireName]) => [name, wire[wireName] ?? null])) as unknown as ActionToken
}
