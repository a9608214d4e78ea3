import { type IssuerUpdate, parseExpiry } from '#domain/card-update.ts'
import type { Outcome } from '#domain/transaction.ts'
import { getText } from '../../http/json-path.ts'

/** Words of Adyen's Real Time Account Updater about a card that has no new expiry. */
const ISSUER_UPDATES: ReadonlyMap<string, IssuerUpdate> = new Map([
  ['CardChanged', 'NUMBER_CHANGED'],
  ['CloseAccount', 'CLOSED'],
  ['ContactCardAccountHolder', 'CONTACT_HOLDER'],
])

/**
 * Change of a card that an issuer reported to Adyen, from the additional data of a payment's answer. The new number is not taken:
 * an account has to be allowed to get it, and gets it encrypted.
 */
export function cardUpdateIn(additional: unknown): Pick<Outcome, 'cardUpdate' | 'stopsRetries'> {
  const status = getText(additional, 'realtimeAccountUpdaterStatus') ?? ''
  const update = ISSUER_UPDATES.get(status)
  if (update) return { cardUpdate: { kind: 'issuer', update }, ...(update === 'CLOSED' && { stopsRetries: true }) }
  const expiry = status === 'CardExpiryChanged' ? parseExpiry(getText(additional, 'expiryDate') ?? '') : undefined
  return expiry ? { cardUpdate: { kind: 'expiry', expiry } } : {}
}
