import { expect, test } from 'vitest'
import { nextStep } from './envelope.ts'
import { TollgateError } from './error.ts'
import type { Action, Envelope } from './schema.ts'
import { challengeRequest, decodeActionToken, threeDsMethodData } from './three-ds.ts'

const NOTHING: Envelope = { result: null, action: null, redirect: null, form_submit: null }
const IDS = { transaction_id: 't1', session_id: 's1' }
const ACTION: Action = { ...IDS, type: 'THREE_DS_2_FINGERPRINT', token: '', payment_data: 'sealed' }
const redirect = { ...IDS, url: 'https://wallet.example' }
const form = { ...redirect, data: { a: 'b' } }
const result = { id: 't1' } as Envelope['result']

test.each<[string, Partial<Envelope>]>([
  ['result', { result, action: ACTION, redirect, form_submit: form }],
  ['fingerprint', { action: ACTION, redirect, form_submit: form }],
  ['challenge', { action: { ...ACTION, type: 'THREE_DS_2_CHALLENGE' } }],
  ['redirect', { redirect, form_submit: form }],
  ['form-submit', { form_submit: form }],
])('the next step is a %s in the order of the interface', (kind, set) => {
  expect(nextStep({ ...NOTHING, ...set }).kind).toBe(kind)
})

test('an answer without a step, or with an unknown one, is an error', () => {
  const unknown = { ...ACTION, type: 'toString' as Action['type'] }
  for (const envelope of [NOTHING, { ...NOTHING, action: unknown }])
    expect(() => nextStep(envelope)).toThrow(TollgateError)
})

test('the action token is read and its browser messages carry the names of EMV 3DS', () => {
  const token = {
    three_ds_server_trans_id: 's1',
    three_ds_method_notification_url: 'https://gate.example/n',
    acs_trans_id: 'a1',
    message_version: '2.2.0',
    challenge_window_size: '05',
  }
  const read = decodeActionToken(Buffer.from(JSON.stringify(token)).toString('base64'))
  expect(read).toEqual(token)
  expect(decoded(threeDsMethodData(read))).toEqual({
    threeDSServerTransID: 's1',
    threeDSMethodNotificationURL: 'https://gate.example/n',
  })
  expect(decoded(challengeRequest(read))).toEqual({
    threeDSServerTransID: 's1',
    acsTransID: 'a1',
    messageVersion: '2.2.0',
    messageType: 'CReq',
    challengeWindowSize: '05',
  })
  expect(() => decodeActionToken('junk')).toThrow(TollgateError)
})

function decoded(message: string): unknown {
  expect(message).toMatch(/^[\w-]+$/)
  return JSON.parse(Buffer.from(message, 'base64url').toString())
}
