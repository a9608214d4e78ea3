import type { FinalTransStatus } from '#domain/authentication.ts'
import { readBase64Json, toBase64Url } from './base64-json.ts'

/** EMV 3DS challengeWindowSize: 250×400, 390×400, 500×600, 600×400 CSS pixels, full screen. */
export const WINDOW_SIZES = ['01', '02', '03', '04', '05'] as const

export type WindowSize = (typeof WINDOW_SIZES)[number]

/** Content of `threeDSMethodData`, which the browser posts to the method URL. */
export interface MethodData {
  readonly threeDSServerTransID: string
  readonly threeDSMethodNotificationURL: string
}

/** EMV 3DS CReq, which the browser posts to the ACS as `creq`. */
export interface ChallengeRequest {
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly messageVersion: string
  readonly messageType: 'CReq'
  readonly challengeWindowSize: WindowSize
}

/** EMV 3DS CRes, which the browser brings from the ACS as `cres`. Unsigned, so it never proves anything. */
export interface ChallengeResponse {
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly messageVersion: string
  readonly messageType: 'CRes'
  readonly challengeCompletionInd: 'Y'
  readonly transStatus: string
}

/** Statuses of a challenge response: EMV 3DS has Y and N; ours are more (docs/reference/three-ds.md#who-decides). */
const REPORTED: readonly FinalTransStatus[] = ['Y', 'A', 'U', 'N', 'R']

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const VERSION = /^2\.\d\.\d$/
const MAX_NOTIFICATION_URL = 256

/** Form field `threeDSMethodData` for the method URL. */
export function writeMethodData(data: MethodData): string {
  return toBase64Url(data)
}

/** Form field `creq` for the ACS. */
export function writeChallengeRequest(request: Omit<ChallengeRequest, 'messageType'>): string {
  return toBase64Url({ ...request, messageType: 'CReq' })
}

/** Form field `cres` for the notification URL. */
export function writeChallengeResponse(
  response: Omit<ChallengeResponse, 'messageType' | 'challengeCompletionInd'>,
): string {
  return toBase64Url({ ...response, messageType: 'CRes', challengeCompletionInd: 'Y' })
}

/** Form field `threeDSMethodData` for the method notification URL: the page is done. */
export function writeMethodNotification(threeDSServerTransID: string): string {
  return toBase64Url({ threeDSServerTransID })
}

/** Reads method data at a method URL; undefined if invalid. */
export function readMethodData(field: string): MethodData | undefined {
  const data = readBase64Json(field)
  const { threeDSServerTransID, threeDSMethodNotificationURL } = data ?? {}
  if (!isId(threeDSServerTransID) || !isWebAddress(threeDSMethodNotificationURL)) return undefined
  return { threeDSServerTransID: threeDSServerTransID.toLowerCase(), threeDSMethodNotificationURL }
}

/** Reads a CReq at an ACS; undefined if invalid. */
export function readChallengeRequest(field: string): ChallengeRequest | undefined {
  const { messageType, messageVersion, threeDSServerTransID, acsTransID, ...rest } = readBase64Json(field) ?? {}
  const challengeWindowSize = WINDOW_SIZES.find((size) => size === rest.challengeWindowSize)
  if (messageType !== 'CReq' || !challengeWindowSize || !isVersion(messageVersion)) return undefined
  if (!isId(threeDSServerTransID) || !isId(acsTransID)) return undefined
  const ids = { threeDSServerTransID: threeDSServerTransID.toLowerCase(), acsTransID: acsTransID.toLowerCase() }
  return { ...ids, messageVersion, messageType, challengeWindowSize }
}

/**
 * Status in a challenge response, which decides nothing (docs/reference/three-ds.md#who-decides).
 * @param field `cres` as received
 * @returns undefined if unreadable; `U` for another authentication, or a status that ends no challenge
 */
export function readChallengeResponse(field: string, threeDSServerTransID: string): FinalTransStatus | undefined {
  const response = readBase64Json(field)
  if (!response || (response.messageType ?? 'CRes') !== 'CRes') return undefined
  if (!isSameId(response.threeDSServerTransID, threeDSServerTransID)) return 'U'
  return REPORTED.find((status) => status === response.transStatus) ?? 'U'
}

export function isMethodNotification(field: string, threeDSServerTransID: string): boolean {
  return isSameId(readBase64Json(field)?.threeDSServerTransID, threeDSServerTransID)
}

/** RFC 9562: UUIDs are written in lower case and read in any. */
function isSameId(value: unknown, id: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === id.toLowerCase()
}

/** True if `creq` belongs to this challenge; the bank checks its other fields. */
export function isRequestOf(
  field: string,
  { threeDsServerTransId, acsTransId }: { readonly threeDsServerTransId: string; readonly acsTransId: string },
): boolean {
  const { threeDSServerTransID, acsTransID } = readBase64Json(field) ?? {}
  return isSameId(threeDSServerTransID, threeDsServerTransId) && isSameId(acsTransID, acsTransId)
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && VERSION.test(value)
}

function isWebAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_NOTIFICATION_URL || !URL.canParse(value)) return false
  return ['http:', 'https:'].includes(new URL(value).protocol)
}
