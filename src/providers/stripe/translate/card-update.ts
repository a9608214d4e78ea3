import { parseExpiry } from '#domain/card-update.ts'
import type { Outcome } from '#domain/transaction.ts'
import { getPath, getText } from '../../http/json-path.ts'

/** Expiry under which Stripe charged a card: a later one than sent was renewed. */
export function cardUpdateIn(card: unknown): Pick<Outcome, 'cardUpdate'> {
  const expiry = parseExpiry(`${getPath(card, 'exp_month')}/${getPath(card, 'exp_year')}`)
  const lastFour = getText(card, 'last4')
  return expiry && lastFour !== undefined ? { cardUpdate: { kind: 'expiry', expiry, lastFour } } : {}
}
