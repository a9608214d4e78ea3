import { expect, it } from 'vitest'
import { type ActionToken, decodeActionToken, encodeActionToken } from './action-token.ts'
import { readBase64Json } from './base64-json.ts'
import { browserFormOf } from './browser-form.ts'

const FINGERPRINT: ActionToken = {
  threeDsServerTransId: 'd461f105-1792-407f-95ff-9a496fd918a9',
  threeDsMethodUrl: 'https://bank.example/method',
  threeDsMethodNotificationUrl: 'https://gateway.example/done',
  acsUrl: null,
  acsTransId: null,
  messageVersion: '2.2.0',
  challengeWindowSize: '05',
}

const CHALLENGE: ActionToken = {
  ...FINGERPRINT,
  threeDsMethodUrl: null,
  acsUrl: 'https://bank.example/challenge',
  acsTransId: '7b26d24f-4275-4044-97ee-4564c1b88fde',
}

it('is standard Base64 of JSON in the names of the interface, without what does not apply', () => {
  expect(JSON.parse(atob(encodeActionToken(FINGERPRINT)))).toEqual({
    three_ds_server_trans_id: FINGERPRINT.threeDsServerTransId,
    three_ds_method_url: 'https://bank.example/method',
    three_ds_method_notification_url: 'https://gateway.example/done',
    message_version: '2.2.0',
    challenge_window_size: '05',
  })
  expect(Object.keys(JSON.parse(atob(encodeActionToken(CHALLENGE))))).not.toContain('three_ds_method_url')
})

it.each([FINGERPRINT, CHALLENGE])('reads back', (token) => {
  expect(decodeActionToken(encodeActionToken(token))).toEqual(token)
})

it('becomes the form that the browser posts', () => {
  const fingerprint = browserFormOf(FINGERPRINT)
  expect(fingerprint?.url).toBe('https://bank.example/method')
  expect(readBase64Json(fingerprint?.fields.threeDSMethodData ?? '')).toEqual({
    threeDSServerTransID: FINGERPRINT.threeDsServerTransId,
    threeDSMethodNotificationURL: 'https://gateway.example/done',
  })

  const challenge = browserFormOf(CHALLENGE)
  expect(challenge?.url).toBe('https://bank.example/challenge')
  expect(readBase64Json(challenge?.fields.creq ?? '')).toEqual({
    threeDSServerTransID: CHALLENGE.threeDsServerTransId,
    acsTransID: CHALLENGE.acsTransId,
    messageVersion: '2.2.0',
    messageType: 'CReq',
    challengeWindowSize: '05',
  })
})

it('becomes no form where there is no method URL', () => {
  expect(browserFormOf({ ...FINGERPRINT, threeDsMethodUrl: null })).toBeUndefined()
})
