import { isHidden } from './hidden-values.ts'
import type { Operator, RuleKind } from './rule.ts'
import { VALUE_KINDS, type ValueKind } from './values.ts'

export interface Field {
  readonly operators: readonly Operator[]
  readonly kind: ValueKind
  /** Kind of value for operators that differ. */
  readonly kindOf?: Partial<Readonly<Record<Operator, ValueKind>>>
  readonly hasCurrency?: true
  /** Not in routing rules. */
  readonly isCounter?: true
  /** Property of shoppers: needs `payments.read-customer` where it could be inferred. */
  readonly isPersonal?: true
}

const EQUAL = ['eq', 'not_eq', 'in', 'not_in'] as const
const ORDER = ['lt', 'lte', 'gt', 'gte'] as const
const OPTIONAL = ['present', 'absent'] as const
const { integer } = VALUE_KINDS

/** Accepts hidden values in their displayed form, too. */
function orHidden(kind: ValueKind): ValueKind {
  return { ...kind, read: (written) => (isHidden(written) ? written : kind.read(written)) }
}

const COUNTER = { operators: ['eq', 'not_eq', ...ORDER], kind: integer, isCounter: true } as const

/** All fields but metadata (docs/reference/rules.md#fields). */
export const FIELDS: Readonly<Record<string, Field>> = {
  amount: { operators: ['eq', 'not_eq', ...ORDER], kind: integer, hasCurrency: true },
  currency: { operators: EQUAL, kind: VALUE_KINDS.currency },
  transaction_type: { operators: EQUAL, kind: VALUE_KINDS.type },
  payment_method: {
    operators: [...EQUAL, 'starts_with'],
    kind: VALUE_KINDS.method,
    kindOf: { starts_with: VALUE_KINDS.text },
  },
  terminal_id: { operators: EQUAL, kind: VALUE_KINDS.text },
  initiated_by: { operators: EQUAL, kind: VALUE_KINDS.initiator },
  brand: { operators: [...EQUAL, ...OPTIONAL], kind: VALUE_KINDS.brand },
  bin: { operators: [...EQUAL, 'starts_with', ...OPTIONAL], kind: VALUE_KINDS.bin },
  card_hash: { operators: [...EQUAL, ...OPTIONAL], kind: VALUE_KINDS.text },
  card_country: { operators: [...EQUAL, ...OPTIONAL], kind: VALUE_KINDS.country },
  country: { operators: [...EQUAL, ...OPTIONAL], kind: VALUE_KINDS.country, isPersonal: true },
  email: {
    operators: [...EQUAL, 'starts_with', ...OPTIONAL],
    kind: orHidden(VALUE_KINDS.email),
    kindOf: { starts_with: VALUE_KINDS.text },
    isPersonal: true,
  },
  email_domain: { operators: [...EQUAL, ...OPTIONAL], kind: VALUE_KINDS.domain, isPersonal: true },
  customer_id: { operators: [...EQUAL, ...OPTIONAL], kind: VALUE_KINDS.text, isPersonal: true },
  customer_ip: {
    operators: [...EQUAL, 'in_network', ...OPTIONAL],
    kind: orHidden(VALUE_KINDS.address),
    kindOf: { in_network: orHidden(VALUE_KINDS.network) },
    isPersonal: true,
  },
  hour: { operators: [...EQUAL, ...ORDER], kind: VALUE_KINDS.hour },
  saved_card: { operators: ['eq', 'not_eq'], kind: VALUE_KINDS.boolean },
  payment_link_id: { operators: [...EQUAL, ...OPTIONAL], kind: VALUE_KINDS.text },
  payments: COUNTER,
  declines: COUNTER,
  distinct_cards: COUNTER,
  sum: { ...COUNTER, hasCurrency: true },
}

const METADATA: Field = {
  operators: [...EQUAL, 'starts_with', ...ORDER, ...OPTIONAL],
  kind: VALUE_KINDS.free,
  kindOf: { starts_with: VALUE_KINDS.text, lt: integer, lte: integer, gt: integer, gte: integer },
  isPersonal: true,
}

const METADATA_FIELD = /^metadata\.(.{1,40})$/su

export function metadataKey(field: string): string | undefined {
  return METADATA_FIELD.exec(field)?.[1]
}

export function fieldOf(name: string): Field | undefined {
  if (metadataKey(name) !== undefined) return METADATA
  return Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
}

export function fieldNames(kind: RuleKind): readonly string[] {
  const known = Object.entries(FIELDS).filter(([, { isCounter }]) => kind === 'risk' || !isCounter)
  return [...known.map(([name]) => name), 'metadata.<key>']
}

/** True if a condition, or the field its counter groups by, concerns a person. */
export function isAboutPerson({ field, per }: { readonly field: string; readonly per?: string }): boolean {
  return [field, per ?? ''].some((name) => fieldOf(name)?.isPersonal)
}
