import { expect } from 'vitest'
import { postForm } from '#test/page-forms.ts'
import { type Action, choose, complete, load, requestAuthentication } from '../../api/three-ds/shopper.ts'
import { SECURITY_CODES } from './planted-cards.ts'
import { heard, payByCard, type Stage, seen } from './stage.ts'

/** A payment_data that was kept while its payment was in progress. */
export interface KeptPaymentData {
  readonly action: Action
  readonly binding: Parameters<Stage['vault']['openPaymentData']>[1]
  readonly sealedKey: Uint8Array
}

export const CHALLENGE = { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }

const WITHOUT_SHOPPER = [
  {},
  { response_code: 'TRX_STATUS_DECLINED' },
  { response_code: 'RISK_FAILED_FRAUD' },
  { response_code: 'NONSENSE' },
  { simulate_cvv_check: 'no_match', simulate_avs_check: 'partial_match' },
  {
    simulate_redirect: 'https://bank.example',
    simulate_final_response_code: 'TRX_STATUS_APPROVED',
    simulate_final_after_seconds: 1,
  },
  { simulate_fault: 'timeout_before_charge' },
  { simulate_fault: 'timeout_after_charge' },
  { simulate_fault: 'connection_reset' },
  { simulate_fault: 'garbage_answer' },
]

/** `card` with every outcome, with faults of the provider, and with each way through 3-D Secure. */
export async function payWithCards(stage: Stage): Promise<KeptPaymentData> {
  await Promise.all(WITHOUT_SHOPPER.map((metadata) => payByCard(stage, metadata)))
  await payByCard(stage, {}, { transaction_type: 'AUTHORIZE' }, 'amex')
  await payByCard(stage, {}, { terminal_id: 'ter_unknown' }, 'mastercard')
  await payByCard(stage, {}, { currency: 'XX' })
  await payByCard(stage, {}, { options: { three_ds: { notification_url: 'http://x' } } })
  const [approved, declined, fullPage] = await Promise.all(
    [undefined, 'mastercard' as const, 'amex' as const].map((brand) =>
      toChallenge(stage, payByCard(stage, CHALLENGE, {}, brand)),
    ),
  )
  const kept = await keep(stage, approved!)
  await finish(stage, approved!)
  await finish(stage, approved!, 'N')
  await finish(stage, declined!, 'N')
  await finishOnFullPage(stage, fullPage!)
  return kept
}

/** Goes on from the fingerprint. @returns the challenge's action */
export async function toChallenge(stage: Stage, begun: Promise<{ action: Action }>): Promise<Action> {
  const { body } = await heard(stage, requestAuthentication(stage.merchant, (await begun).action))
  expect(body.action).toMatchObject({ type: 'THREE_DS_2_CHALLENGE' })
  return body.action
}

export async function finish(stage: Stage, action: Action, transStatus = 'Y') {
  return (await heard(stage, complete(stage.merchant, action, transStatus))).body
}

async function finishOnFullPage(stage: Stage, action: Action): Promise<void> {
  const { url, fields } = await choose(action, 'Y')
  const back = await postForm(url, fields, 'document')
  await seen(stage, load(new URL(back.headers.get('location')!, url).href, 'document'))
}

/** Stores a payment_data as an eavesdropper might, and shows that it opens as long as its key exists. */
export async function keep(stage: Stage, action: Action): Promise<KeptPaymentData> {
  const { merchant, sql, vault, secrets } = stage
  const [row] = await sql<[{ sealed_key: Uint8Array }]>`
    select sealed_key from authentication_secrets
    where merchant_id = ${merchant.merchantId} and transaction_id = ${action.transaction_id}`
  const binding = {
    transactionId: action.transaction_id,
    merchantId: merchant.merchantId,
    terminalId: merchant.terminalId,
    amount: 1250n,
    currency: 'EUR',
    threeDsServerTransId: action.session_id,
    step: 'CHALLENGE',
    round: 1,
  } as const
  const card = vault.openPaymentData(row.sealed_key, binding, action.payment_data)
  expect(secrets.search()(card.number.reveal())).toEqual(['card number, plain'])
  expect(SECURITY_CODES).toContain(card.cvv?.reveal())
  return { action, binding, sealedKey: row.sealed_key }
}
