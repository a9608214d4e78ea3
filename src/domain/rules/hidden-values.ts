import type { Facts } from './facts.ts'
import type { Condition, FactValue, Rule } from './rule.ts'

/** Fields whose values name a person: rules store them as a mask and a keyed digest, `a***@shop.example#9f…`. */
export const HIDDEN_FIELDS = ['email', 'customer_id', 'customer_ip'] as const

export type HiddenField = (typeof HIDDEN_FIELDS)[number]

/** Hides a value of a field; undefined if it names no person, as the beginning of an email or a network. */
export type Hide = (field: HiddenField, text: string) => string | undefined

const HIDDEN = /^.*\*\*\*.*#[\w-]{43}$/su

export function isHidden(value: unknown): value is string {
  return typeof value === 'string' && HIDDEN.test(value)
}

/** Digest of a hidden value; another text equals no digest. */
export function digestIn(value: FactValue): string {
  return String(value).slice(-43)
}

/** Hides every value in the rule that names a person. */
export function hidePeople(rule: Rule, hide: Hide): Rule {
  return mapValues(rule, (field, text) => (isHidden(text) ? text : (hide(field, text) ?? text)))
}

/** Removes the masks from a rule for the audit log. */
export function withoutMasks(rule: Rule): Rule {
  return mapValues(rule, (_, text) => (isHidden(text) ? `***#${digestIn(text)}` : text))
}

function mapValues(rule: Rule, change: (field: HiddenField, text: string) => string): Rule {
  const changed = (condition: Condition): Condition => {
    const field = hiddenField(condition)
    const { value } = condition
    if (field === undefined || value === undefined) return condition
    const one = (item: FactValue) => (typeof item === 'string' ? change(field, item) : item)
    return { ...condition, value: typeof value === 'object' ? value.map(one) : one(value) }
  }
  return { ...rule, when: rule.when.map(changed) }
}

function hiddenField({ field }: Condition): HiddenField | undefined {
  return HIDDEN_FIELDS.find((one) => one === field)
}

/** Adds the digests that the rules need to decide. */
export function withDigests(facts: Facts, rules: readonly Rule[], hide: Hide): Facts {
  const asked = new Set(rules.flatMap(({ when }) => when.flatMap((condition) => hiddenField(condition) ?? [])))
  const digests = [...asked].flatMap((field) => {
    const hidden = facts[field] == null ? undefined : hide(field, String(facts[field]))
    return hidden === undefined ? [] : [[digestName(field), digestIn(hidden)] as const]
  })
  return { ...facts, ...Object.fromEntries(digests) }
}

/** Name of the fact that has a field's digest; not a field of rules. */
export function digestName(field: string): string {
  return `${field}#`
}
