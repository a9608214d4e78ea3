import { minorUnits } from '#domain/currency.ts'
import { isHidden } from '#domain/rules/hidden-values.ts'
import type { WrittenRule } from '#domain/rules/read-rules.ts'
import type { Consequence, Operator, RiskAction, Rule } from '#domain/rules/rule.ts'
import { type Html, html } from '#html/html.ts'
import { formatAmount, formatCount, sentenceCase } from '../parts/format.ts'

/** Names of a merchant's accounts or terminals, by ID. */
export type Names = ReadonlyMap<string, string>

export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  eq: 'is',
  not_eq: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  starts_with: 'starts with',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  in_network: 'is in the network',
  present: 'is known',
  absent: 'is missing',
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  bin: 'First digits of the card',
  card_hash: 'Card',
  card_country: 'Country of the card',
  country: 'Country of the customer',
  customer_ip: 'IP address',
  customer_id: 'Customer',
  terminal_id: 'Terminal',
  payment_link_id: 'Payment link',
  transaction_type: 'Type',
  initiated_by: 'Initiator',
  hour: 'Hour of the day',
  payments: 'Number of payments',
  declines: 'Number of declined payments',
  distinct_cards: 'Number of different cards',
  sum: 'Total of payments',
}

export const ACTION_WORDS: Readonly<Record<RiskAction, string>> = {
  BLOCK: 'Block',
  CHALLENGE: 'Ask the bank to confirm the shopper (3-D Secure)',
  REVIEW: 'Review',
  ALLOW: 'Allow, and skip the rules below',
}

export const STATUS_WORDS: Readonly<Record<Rule['status'], string>> = {
  ACTIVE: 'Active',
  SHADOW: 'Watch only',
  OFF: 'Off',
}

export function fieldWords(field: string): string {
  if (field.startsWith('metadata.')) return `Metadata “${field.slice('metadata.'.length)}”`
  return FIELD_WORDS[field] ?? sentenceCase(field)
}

/** A beginning within a sentence; abbreviations keep their capitals. */
export function withinSentence(words: string): string {
  return words.replace(/^[A-Z](?=[a-z])/, (one) => one.toLowerCase())
}

/** A rule as people read it, such as `If the amount is at least €500.00 → review`. */
export function ruleSentence({ when, then }: Pick<WrittenRule, 'when' | 'then'>, names: Names): Html {
  const conditions = when.map((one) => conditionWords(one, names)).join(' and ')
  return html`<span data-field="when">${when.length === 0 ? 'Every payment' : `If ${conditions}`}</span> → <strong data-field="then">${withinSentence(consequenceWords(then, names))}</strong>`
}

/** Values of a list that a line shows; the editor shows all. */
const MOST_SHOWN = 10

function conditionWords(condition: WrittenRule['when'][number], names: Names): string {
  const { field, operator, value, currency, per, within_seconds: within } = condition
  if (field === 'saved_card') return `${(operator === 'eq') === value ? 'a' : 'no'} saved card is used`
  const counted =
    per === undefined ? '' : ` with the same ${withinSentence(fieldWords(per))} in ${durationWords(within ?? 0)}`
  const values = value === undefined ? [] : [value].flat()
  const shown = values.slice(0, MOST_SHOWN).map((one) => valueWords(one, currency, names))
  const more = values.length > MOST_SHOWN ? ` and ${formatCount(values.length - MOST_SHOWN)} more` : ''
  return `the ${withinSentence(fieldWords(field))}${counted} ${OPERATOR_WORDS[operator] ?? operator} ${shown.join(', ')}${more}`.trim()
}

function valueWords(value: unknown, currency: string | undefined, names: Names): string {
  if (isHidden(value)) return value.slice(0, -44)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const isAmount = currency !== undefined && minorUnits(currency) !== undefined && /^\d+$/.test(text)
  if (isAmount) return formatAmount({ amount: BigInt(text), currency })
  return names.get(text) ?? text
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

function durationWords(seconds: number): string {
  const [size, unit] = UNITS.find(([one]) => seconds % one === 0) ?? UNITS[3]
  const count = seconds / size
  return count === 1 ? `1 ${unit}` : `${formatCount(count)} ${unit}s`
}

function consequenceWords(then: Consequence, names: Names): string {
  const nameOf = (id: string) => names.get(id) ?? id
  if ('action' in then) return ACTION_WORDS[then.action] ?? then.action
  if ('order' in then) return 'Ask the account with the lowest fee first'
  if ('accounts' in then) return `Ask ${then.accounts.map(nameOf).join(', then ')}`
  return `Split: ${then.split.map(({ account, weight }) => `${nameOf(account)} ${weight} %`).join(', ')}`
}
