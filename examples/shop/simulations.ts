import type { Form } from './payment-options/payment-option.ts'

/** A choice on the test panel: the value the gateway's simulators know, and what it means. */
export type Choice = readonly [value: string, label: string]

/** `metadata.simulated_flow`: what the bank's 3-D Secure does. The first is the default. */
export const FLOWS: readonly Choice[] = [
  ['VERSIONING_FINGERPRINT_Y_CHALLENGE', 'Fingerprint, then a challenge'],
  ['VERSIONING_FINGERPRINT_N_CHALLENGE', 'No fingerprint, then a challenge'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_CHALLENGE', 'Fingerprint times out, then a challenge'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_FRICTIONLESS', 'Fingerprint times out, no challenge'],
  ['VERSIONING_FINGERPRINT_A_FRICTIONLESS', 'No challenge, attempted'],
  ['VERSIONING_FINGERPRINT_N_FRICTIONLESS', 'No challenge, not authenticated'],
  ['VERSIONING_NOT_ENROLLED', 'Card without 3-D Secure'],
]

/** `metadata.response_code`: what the bank answers. The first is the default. */
export const RESPONSES: readonly Choice[] = [
  ['TRX_STATUS_APPROVED', 'Approved'],
  ['TRX_STATUS_DECLINED', 'Declined'],
  ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'Insufficient funds'],
  ['TRX_STATUS_FAILED', 'Failed'],
  ['TRX_STATUS_PENDING', 'Pending'],
  ['TRX_STATUS_CANCELED', 'Canceled'],
  ['TRX_STATUS_SESSION_EXPIRED', 'Session expired'],
  ['AUTHENTICATION_NOT_AUTHENTICATED', 'Not authenticated'],
  ['RISK_FAILED_BLACKLISTED', 'Risk: on a block list'],
  ['RISK_FAILED_FRAUD', 'Risk: fraud suspected'],
  ['RISK_FAILED_VELOCITY_CHECK', 'Risk: too many attempts'],
]

/** `metadata.simulate_cvv_check`: what the bank says of the security code, a hint that decides nothing. */
export const CODE_CHECKS: readonly Choice[] = [
  ['', 'Yes, if sent'],
  ['no_match', 'No'],
  ['unavailable', 'Cannot be checked'],
]

const FINAL_AFTER_SECONDS = '5'

/** `metadata.simulate_final_response_code`: how a payment ends that the shopper does not finish. */
export const ENDINGS: readonly Choice[] = [
  ['', 'When I choose'],
  ['TRX_STATUS_APPROVED', `Automatically after ${FINAL_AFTER_SECONDS} seconds: approved`],
  ['TRX_STATUS_DECLINED', `Automatically after ${FINAL_AFTER_SECONDS} seconds: declined`],
]

/** The test panel's choices as metadata for the simulators of a UAT gateway; a real shop sends data of its own. */
export function simulatedMetadata(form: Form): Readonly<Record<string, string>> {
  const ending = form.simulate_final_response_code
  const choices = {
    simulated_flow: form.simulated_flow,
    response_code: form.response_code,
    response_message: messageOf(ending === 'TRX_STATUS_DECLINED' ? ending : form.response_code),
    simulate_cvv_check: form.simulate_cvv_check,
    simulate_final_response_code: ending,
    simulate_final_after_seconds: ending && FINAL_AFTER_SECONDS,
  }
  return Object.fromEntries(Object.entries(choices).filter((choice): choice is [string, string] => Boolean(choice[1])))
}

/** Bank's message with its answer; the simulator says `approved` to everything by default. */
function messageOf(answer: string | undefined): string | undefined {
  return RESPONSES.find(([code]) => code === answer)?.[1].toLowerCase()
}
