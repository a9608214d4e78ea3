import type { KeptText } from './kept-text.ts'

/** A merchant's lists: matches of the first are declined, matches of the second skip the risk rules. */
export const LISTS = ['block', 'allow'] as const

export type ListName = (typeof LISTS)[number]

/** Fields of rules whose values can be listed (docs/reference/lists.md#kinds). */
export const LIST_KINDS = [
  'card_hash',
  'bin',
  'email',
  'email_domain',
  'customer_id',
  'customer_ip',
  'country',
] as const

export type ListKind = (typeof LIST_KINDS)[number]

export interface ListValue {
  readonly kind: ListKind
  /** Value that payments are compared with; begins with the kind. */
  readonly match: string
  /** As responses show it; null for a hash that no record shows yet. */
  readonly value: string | null
}

export interface ListEntry extends ListValue {
  readonly id: string
  readonly list: ListName
  readonly reason: KeptText | null
  /** By the merchant's clock; null for never. */
  readonly expiresAt: Date | null
  /** ID of the client or person that added it. */
  readonly createdBy: string
  readonly hits: number
  readonly createdAt: Date
}

/** Kinds whose values name no person, as networks do not. */
export const IMPERSONAL_KINDS: readonly ListKind[] = ['bin', 'email_domain', 'country']

/** True if a value names a person or their card; networks of IP addresses do not. */
export function namesPerson({ kind, match }: ListValue): boolean {
  return !IMPERSONAL_KINDS.includes(kind) && !(kind === 'customer_ip' && match.includes('/'))
}

/** Maximum for a merchant, both lists together. */
export const MOST_LIST_ENTRIES = 100_000
