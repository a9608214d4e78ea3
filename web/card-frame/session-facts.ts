import type { OpenSession, SavedCard } from '../shared/handshake.ts'
import type { ComponentData, Customer } from '../shared/protocol.ts'
import type { SavedCardDetails } from './saved-card-line.ts'

/** What the session knows of its customer, without what it does not. */
export function knownCustomer({ customer, country }: OpenSession): Customer {
  const facts = Object.entries({ country, ...customer }).filter(([, fact]) => fact !== null && fact !== '')
  return Object.fromEntries(facts)
}

/** A saved card as the shopper reads it: as the gateway knows it, else as the shop says. */
export function savedFaceOf(saved: SavedCard | undefined, data: ComponentData): SavedCardDetails {
  const given = data.expirationDate ?? ''
  const expiry = saved
    ? `${String(saved.expiration_month).padStart(2, '0')} / ${String(saved.expiration_year).slice(-2)}`
    : given && `${given.slice(0, 2)} / ${given.slice(2)}`
  return { masked: saved?.masked ?? data.maskedPan ?? '', brand: saved?.brand ?? data.cardBrand ?? null, expiry }
}
