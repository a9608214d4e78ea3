import type { Charge } from '../../provider.ts'
import { type Orders, readOrders } from '../common/directives.ts'
import type { Booking } from '../common/simulated-charges.ts'
import { answeredAtOnce, awaitingShopper, refused, softDecline } from '../common/translate.ts'
import { checksOf } from './checks.ts'
import { CARD_ORDERS } from './directives.ts'

/** What the bank writes into its book: a failed authentication declines, whatever the tester ordered. */
export function bookingOf(orders: Orders, charge: Charge): Booking {
  return { ...answerTo(orders, charge), checkout: null }
}

/** A soft decline: the issuer wants to know that it is the cardholder. */
const AUTHENTICATE_FIRST = softDecline('authentication required')

function answerTo(orders: Orders, charge: Charge) {
  if (charge.proof?.transStatus === 'N') return refused('1000', 'not authenticated')
  const own = readOrders(CARD_ORDERS, charge.metadata)
  if (charge.round <= (own.softDeclines ?? 0)) return AUTHENTICATE_FIRST
  const checks = checksOf(own, charge)
  const step = own.action ?? own.redirect ?? own.form
  return step === null ? answeredAtOnce(orders, checks) : awaitingShopper(orders, step, checks)
}
