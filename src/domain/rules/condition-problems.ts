import { minorUnits } from '../currency.ts'
import { cardNumberProblems } from '../kept-text.ts'
import { type Problem, problem } from '../problem.ts'
import { type Field, fieldNames, fieldOf } from './fields.ts'
import { isObject } from './json.ts'
import { COUNTED_PER, OPERATORS, type Operator, type RuleKind } from './rule.ts'
import { VALUE_KINDS, type ValueKind } from './values.ts'

const MOST_VALUES = 200
/** Range of a counter's period, in seconds: a minute to 30 days. */
const WINDOW = { least: 60, most: 2_592_000 }

/** Operators with a list, and those that also accept one. */
const LISTS: readonly string[] = ['in', 'not_in']
const LISTS_TOO: readonly string[] = ['starts_with', 'in_network']
const WITHOUT_VALUE: readonly string[] = ['present', 'absent']

/** Problems of a condition (docs/reference/rules.md#conditions). @param at its path */
export function conditionProblems(written: unknown, at: string, kind: RuleKind): readonly Problem[] {
  if (!isObject(written)) return [problem(at, 'Send an object.', 'object')]
  const { field: name, operator } = written
  const field = typeof name === 'string' ? fieldOf(name) : undefined
  const isKnown = (OPERATORS as readonly unknown[]).includes(operator)
  return [
    ...fieldProblems(name, field, `${at}.field`, kind),
    ...(isKnown ? [] : [problem(`${at}.operator`, `Use one of ${OPERATORS.join(', ')}.`, ...OPERATORS)]),
    ...(field ? memberProblems(written, field, at) : []),
    ...(field && isKnown ? operationProblems(written, operator as Operator, field, at) : []),
  ]
}

function fieldProblems(name: unknown, field: Field | undefined, at: string, kind: RuleKind): Problem[] {
  if (!field) return [problem(at, `Use one of ${fieldNames(kind).join(', ')}.`, ...fieldNames(kind))]
  if (field.isCounter && kind === 'routing') return [problem(at, 'Use another field; routing rules have no counters.')]
  return cardNumberProblems(at, String(name))
}

/** Problems of the members that only counters and amounts have. */
function memberProblems(written: Readonly<Record<string, unknown>>, field: Field, at: string): Problem[] {
  const { currency, per, within_seconds: within } = written
  const isCurrency = typeof currency === 'string' && minorUnits(currency) !== undefined
  const isPer = (COUNTED_PER as readonly unknown[]).includes(per)
  const isWindow = Number.isInteger(within) && Number(within) >= WINDOW.least && Number(within) <= WINDOW.most
  const window = `Use an integer of seconds from ${WINDOW.least} to ${WINDOW.most}.`
  return [
    ...required(`${at}.currency`, currency, field.hasCurrency, isCurrency, 'Use an ISO 4217 code such as EUR.'),
    ...required(`${at}.per`, per, field.isCounter, isPer, `Use one of ${COUNTED_PER.join(', ')}.`),
    ...required(`${at}.within_seconds`, within, field.isCounter, isWindow, window),
  ]
}

function required(at: string, value: unknown, isNeeded: true | undefined, isGood: boolean, advice: string): Problem[] {
  if (isNeeded) return isGood ? [] : [problem(at, advice)]
  return value === undefined ? [] : [problem(at, 'Omit it; this field has none.')]
}

function operationProblems(
  { value }: Readonly<Record<string, unknown>>,
  operator: Operator,
  field: Field,
  at: string,
): readonly Problem[] {
  const { operators } = field
  if (!operators.includes(operator)) {
    return [problem(`${at}.operator`, `Use an operator of this field: ${operators.join(', ')}.`, ...operators)]
  }
  return valueProblems(value, operator, field.kindOf?.[operator] ?? field.kind, `${at}.value`)
}

function valueProblems(value: unknown, operator: Operator, kind: ValueKind, at: string): readonly Problem[] {
  if (WITHOUT_VALUE.includes(operator))
    return (value ?? undefined) === undefined ? [] : [problem(at, 'Omit it; this operator has none.')]
  const isList = Array.isArray(value)
  if (LISTS.includes(operator) && !isList) return [problem(at, `Send a list of 1 to ${MOST_VALUES} values.`)]
  if (isList && !LISTS.includes(operator) && !LISTS_TOO.includes(operator))
    return [problem(at, 'Send one value, not a list.')]
  const values: readonly unknown[] = isList ? value : [value]
  if (values.length === 0 || values.length > MOST_VALUES) {
    return [problem(at, `Send a list of 1 to ${MOST_VALUES} values.`, '1', String(MOST_VALUES))]
  }
  if (values.some((item) => kind.read(item) === undefined)) return [problem(at, kind.advice)]
  const texts = values.map(kind.read).filter((item) => typeof item === 'string' || kind === VALUE_KINDS.free)
  return texts.flatMap((text) => cardNumberProblems(at, String(text))).slice(0, 1)
}
