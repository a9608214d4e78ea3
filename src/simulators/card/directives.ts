import { CHECK_RESULTS } from '#domain/transaction-data.ts'
import type { Directed, DirectiveTable } from '../common/directives.ts'
import { action, count, form, oneOf, redirect } from '../common/readers.ts'

/** What an issuer may think of a security code or a billing address. */
const checkResult = oneOf(CHECK_RESULTS)

/** What only the card simulator takes directives for. */
export const CARD_DIRECTIVES = {
  action: ['simulate_authentication_required', action],
  redirect: ['simulate_redirect', redirect],
  form: ['simulate_form_submit', form],
  softDeclines: ['simulate_soft_decline', count],
  cvvCheck: ['simulate_cvv_check', checkResult],
  avsCheck: ['simulate_avs_check', checkResult],
} as const satisfies DirectiveTable

export type CardDirectives = Directed<typeof CARD_DIRECTIVES>
