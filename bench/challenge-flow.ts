import type { EncryptedCard } from '#client/card.ts'
import { challengeRequest, decodeActionToken } from '#client/three-ds.ts'
import { authorizeRequest, expectApproved } from './authorize-request.ts'
import type { Merchant } from './merchant.ts'
import { formBehind } from './page-form.ts'

/** `action` of the envelope (docs/reference/objects.md#action). */
interface Action {
  readonly session_id: string
  readonly token: string
  readonly payment_data: string
}

/** One whole payment with a challenge: authorize, fingerprint step, the shopper at the bank, completion. */
export async function challengeFlow(merchant: Merchant, card: EncryptedCard): Promise<void> {
  const method = { type: 'card', data: card } as const
  const request = authorizeRequest(merchant.terminalId, method, 'VERSIONING_FINGERPRINT_N_CHALLENGE')
  const fingerprint = actionOf(await merchant.post('/api/transactions/authorize', request))
  const challenge = actionOf(await requestAuthentication(merchant, fingerprint))
  await passChallenge(merchant, challenge)
  expectApproved(await completeAuthentication(merchant, challenge))
}

function requestAuthentication(merchant: Merchant, { session_id, payment_data }: Action): Promise<string> {
  const body = { fingerprint_result: btoa('N'), payment_data }
  return merchant.post(`/api/transactions/three-ds/${session_id}/request-authentication`, JSON.stringify(body))
}

async function passChallenge(merchant: Merchant, { token }: Action): Promise<void> {
  const decoded = decodeActionToken(token)
  const page = await merchant.browse(decoded.acs_url!, { creq: challengeRequest(decoded) })
  const { action, fields } = formBehind(page, decoded.acs_url!, 'Y')
  await merchant.browse(action, fields)
}

function completeAuthentication(merchant: Merchant, { session_id, payment_data }: Action): Promise<string> {
  const body = { payment_data, session_id, trans_status: 'Y' }
  return merchant.post('/api/transactions/three-ds/authentication-completed', JSON.stringify(body))
}

function actionOf(envelope: string): Action {
  const { action } = JSON.parse(envelope)
  if (!action) throw new Error(`No action: ${envelope.slice(0, 300)}`)
  return action
}
