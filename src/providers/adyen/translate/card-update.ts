import { type IssuerUpdate, parseExpiry } from '#domain/card-update.ts'
import type { Outcome } from '#domain/transaction.ts'
import { getText } from '../../http/json-path.ts'

/** Words of Adyen's Real Time Account Updater about a card that has no new expiry. */
const ISSUER_UPDATES: ReadonlyMap<string, IssuerUpdate> = new Map([
  ['CardChanged', 'NUMBER_CHANGED'],
  ['CloseAccount', 'CLOSED'],
  ['ContactCardAccountHolder', 'CONTACT_HOLDER'],
])

/** An issuer's report in an answer. The new number is not taken: accounts need a permission for it, and get it encrypted. */
export function cardUpdateIn(additional: unknown): Pick<Outcome, 'cardUpdate' | 'stopsRetries'> {
  const status = getText(additional, 'realtimeAccountUpdaterStatus') ?? ''
  const update = ISSUER_UPDATES.get(status)
  if (update) return { cardUpdate: { kind: 'issuer', update }, ...(update === 'CLOSED' && { stopsRetries: true }) }
  const expiry = status === 'CardExpiryChanged' ? parseExpiry(getText(additional, 'expiryDate') ?? '') : undefined
  return expiry ? { cardUpdate: { kind: 'expiry', expiry } } : {}
}
