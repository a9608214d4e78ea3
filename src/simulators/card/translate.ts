import type { Charge } from '#providers/provider.ts'
import { type Directives, readDirectives } from '../common/directives.ts'
import type { ChargeResult } from '../common/simulated-charges.ts'
import { awaitingShopper, immediateCharge, softDecline } from '../common/translate.ts'
import { checksOf } from './checks.ts'
import { CARD_DIRECTIVES } from './directives.ts'
import { awaitingAction, NOT_AUTHENTICATED } from './made-up-action.ts'

/** What the bank writes into its ledger: a failed authentication declines, whatever the tester asked for. */
export function resultOf(directives: Directives, charge: Charge): ChargeResult {
  return { ...answerTo(directives, charge), page: null }
}

/** A soft decline: the issuer wants to know that it is the cardholder. */
const AUTHENTICATE_FIRST = softDecline('authentication required')

function answerTo(directives: Directives, charge: Charge) {
  if (charge.proof?.transStatus === 'N') return NOT_AUTHENTICATED
  const own = readDirectives(CARD_DIRECTIVES, charge.metadata)
  if (charge.round <= (own.softDeclines ?? 0)) return AUTHENTICATE_FIRST
  const checks = checksOf(own, charge)
  if (own.action) return awaitingAction(directives, own.action, checks)
  const step = own.redirect ?? own.form
  return step === null ? immediateCharge(directives, checks) : awaitingShopper(directives, step, checks)
}
