import { expect } from 'vitest'
import { formIn, type PageForm, postForm } from '#test/page-forms.ts'
import type { HttpAnswer, TestMerchant } from '#test/test-merchant.ts'
import { type ActionToken, challengeRequest, decodeActionToken, threeDsMethodData } from '../../../client/three-ds.ts'

export interface Action {
  readonly transaction_id: string
  readonly session_id: string
  readonly type: string
  readonly token: string
  readonly payment_data: string
}

export const CHALLENGE_AT_ONCE = 'VERSIONING_FINGERPRINT_N_CHALLENGE'

/** Begins a payment that needs 3-D Secure. @returns the fingerprint action */
export async function begin(merchant: TestMerchant, metadata = {}, changes = {}): Promise<Action> {
  const { status, body } = await merchant.authorize({
    metadata: { simulated_flow: CHALLENGE_AT_ONCE, ...metadata },
    ...changes,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ result: null, action: { type: 'THREE_DS_2_FINGERPRINT' } })
  return body.action
}

export function requestAuthentication(
  merchant: TestMerchant,
  action: Pick<Action, 'session_id' | 'payment_data'>,
  fingerprint_result: unknown = btoa('N'),
): Promise<HttpAnswer> {
  const path = `/api/transactions/three-ds/${action.session_id}/request-authentication`
  return merchant.call('POST', path, { body: { fingerprint_result, payment_data: action.payment_data } })
}

/** Goes on to the challenge. @returns its action */
export async function toChallenge(merchant: TestMerchant, metadata = {}, changes = {}): Promise<Action> {
  const { body } = await requestAuthentication(merchant, await begin(merchant, metadata, changes))
  expect(body).toMatchObject({ result: null, action: { type: 'THREE_DS_2_CHALLENGE' } })
  return body.action
}

export function complete(
  merchant: TestMerchant,
  action: Pick<Action, 'session_id' | 'payment_data'>,
  trans_status: unknown = 'Y',
  at?: string,
): Promise<HttpAnswer> {
  const { payment_data, session_id } = action
  return merchant.call('POST', '/api/transactions/three-ds/authentication-completed', {
    body: { payment_data, session_id, trans_status },
    ...(at !== undefined && { at }),
  })
}

export function tokenOf(action: Action): ActionToken {
  return decodeActionToken(action.token)
}

/** Presses a button of the simulated bank's page. @returns the form that the bank sends with the browser */
export async function choose(action: Action, outcome: string): Promise<PageForm> {
  const token = tokenOf(action)
  const page = await postForm(token.acs_url!, { creq: challengeRequest(token) })
  const { url, fields } = formIn(await page.text(), token.acs_url!)
  const done = await postForm(url, { ...fields, outcome })
  return formIn(await done.text(), url)
}

/** Runs the method page as a hidden frame does. @returns the answer of the notification URL */
export async function fingerprint(action: Action): Promise<Response> {
  const token = tokenOf(action)
  const page = await postForm(token.three_ds_method_url!, { threeDSMethodData: threeDsMethodData(token) })
  const { url, fields } = formIn(await page.text(), token.three_ds_method_url!)
  expect(url).toBe(token.three_ds_method_notification_url)
  return postForm(url, fields)
}

export function load(url: string, destination?: string): Promise<Response> {
  return fetch(url, {
    redirect: 'manual',
    headers: destination === undefined ? {} : { 'sec-fetch-dest': destination },
  })
}

// biome-ignore lint/suspicious/noExplicitAny: tests hold it against the reference field by field
export async function eventsOf(merchant: TestMerchant, transactionId: string): Promise<any[]> {
  const { items } = (await merchant.call('GET', `/api/events?transaction_id=${transactionId}`)).body
  return items.map(({ payload }: { payload: unknown }) => payload)
}

export async function chargesOf(merchant: TestMerchant, transactionId: string): Promise<{ state: string }[]> {
  return (await merchant.call('GET', `/api/simulators/charges?transaction_id=${transactionId}`)).body.items
}
