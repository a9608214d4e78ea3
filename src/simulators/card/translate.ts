import type { Charge } from '#providers/provider.ts'
import { type Directives, readDirectives } from '../common/directives.ts'
import type { ChargeResult, IssuedId } from '../common/simulated-charges.ts'
import { awaitingShopper, immediateCharge, softDecline } from '../common/translate.ts'
import { withCardUpdate } from './card-update.ts'
import { checksOf } from './checks.ts'
import { CARD_DIRECTIVES, type CardDirectives } from './directives.ts'
import { awaitingAction, NOT_AUTHENTICATED } from './made-up-action.ts'
import { refusalOf, schemeEntryOf, withAdvice, withNetworkId } from './scheme.ts'

/** Ledger entry of a charge: a failed authentication declines, regardless of directives. */
export function resultOf(directives: Directives, charge: Charge, issued?: IssuedId): ChargeResult {
  const own = readDirectives(CARD_DIRECTIVES, charge.metadata)
  const answered =
    refusalOf(charge, issued) ?? withAdvice(answerTo(orderedFor(directives, own, charge), charge), own.advice)
  const result = withNetworkId(withCardUpdate(answered, own.cardUpdate), charge)
  return { ...result, page: null, scheme: schemeEntryOf(charge, result) }
}

/** Directives of a charge without the shopper: each ask uses the next outcome of a tester's list. */
function orderedFor(directives: Directives, { outcomes }: CardDirectives, { agreement, ask = 1 }: Charge): Directives {
  if (outcomes === null || agreement?.initiatedBy !== 'MERCHANT') return directives
  return { ...directives, responseCode: outcomes[ask - 1] ?? outcomes.at(-1)! }
}

/** Soft decline: the issuer requires authentication. */
const AUTHENTICATE_FIRST = softDecline('authentication required')

function answerTo(directives: Directives, charge: Charge) {
  if (charge.proof?.transStatus === 'N') return NOT_AUTHENTICATED
  const own = readDirectives(CARD_DIRECTIVES, charge.metadata)
  if (charge.round <= (own.softDeclines ?? 0)) return AUTHENTICATE_FIRST
  const checks = checksOf(own, charge)
  if (charge.agreement?.initiatedBy === 'MERCHANT') return immediateCharge(directives, checks)
  if (own.action) return awaitingAction(directives, own.action, checks)
  const step = own.redirect ?? own.form
  return step === null ? immediateCharge(directives, checks) : awaitingShopper(directives, step, checks)
}
