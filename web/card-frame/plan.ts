import type { FieldName } from '../shared/fields/field-kinds.ts'
import type { SavedCard } from '../shared/handshake.ts'
import type { ComponentData, Customer, CustomerConfig } from '../shared/protocol.ts'
import type { RequestedField } from './field-group.ts'
import type { Title } from './form.ts'

export interface Plan {
  readonly title: Title
  readonly wanted: readonly RequestedField[]
}

const required = (name: FieldName): RequestedField => ({ name, required: true })

const PAYER = [required('firstName'), required('lastName'), required('email')]

/**
 * Fields that a method requires of the shopper (docs/reference/hosted-page.md#what-it-shows), by the prefix of its
 * name.
 */
const NEEDS: readonly (readonly [prefix: string, wanted: readonly RequestedField[]])[] = [
  ['voucher-redirect-', PAYER],
  ['walleta-pay-redirect', []],
  ['walletb-pay-redirect', []],
  ['WALLETS', [required('country'), { name: 'phone', required: false }]],
  ['', [required('country')]],
]

/** The fields of a card, with those of its holder that the shop wants to see. */
export function cardPlan(config: CustomerConfig): Plan {
  const holder: RequestedField[] = []
  if (config.hasHolderName) holder.push({ name: 'name', required: config.holderNameRequired === true })
  if (config.hasHolderEmail) holder.push({ name: 'email', required: config.holderEmailRequired === true })
  return { title: 'cardTitle', wanted: [required('number'), required('expiry'), required('cvc'), ...holder] }
}

/** A saved card asks for its security code, optional where the provider takes the card without. */
export function savedCardPlan(card: SavedCard | undefined): Plan {
  return { title: 'savedCardTitle', wanted: [{ name: 'cvc', required: card?.cvc_required ?? true }] }
}

export function methodPlan({ type = '' }: ComponentData, known: Customer): Plan {
  const wanted = NEEDS.find(([prefix]) => type.startsWith(prefix))?.[1] ?? []
  return { title: 'methodTitle', wanted: wanted.filter(({ name }) => !known[name as keyof Customer]) }
}
