import { type IssuerUpdate, parseExpiry } from '#domain/card-update.ts'
import type { Outcome } from '#domain/transaction.ts'
import { getText } from '../../http/json-path.ts'

/** Values of Adyen's Real Time Account Updater for a card without a new expiry. */
const ISSUER_UPDATES: ReadonlyMap<string, IssuerUpdate> = new Map([
  ['CardChanged', 'NUMBER_CHANGED'],
  ['CloseAccount', 'CLOSED'],
  ['ContactCardAccountHolder', 'CONTACT_HOLDER'],
])

/** Issuer's report in an answer. The new number is omitted: it is encrypted and needs a permission. */
export function cardUpdateIn(additional: unknown): Pick<Outcome, 'cardUpdate' | 'stopsRetries'> {
  const status = getText(additional, 'realtimeAccountUpdaterStatus') ?? ''
  const update = ISSUER_UPDATES.get(status)
  if (update) return { cardUpdate: { kind: 'issuer', update }, ...(update === 'CLOSED' && { stopsRetries: true }) }
  const expiry = status === 'CardExpiryChanged' ? parseExpiry(getText(additional, 'expiryDate') ?? '') : undefined
  return expiry ? { cardUpdate: { kind: 'expiry', expiry } } : {}
}
