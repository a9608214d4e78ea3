import { amountsFromZero, majorUnitsOf, minorUnits } from '#domain/currency.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { fieldOf, metadataKey } from '#domain/rules/fields.ts'
import type { WrittenRule } from '#domain/rules/read-rules.ts'
import type { Consequence, Operator } from '#domain/rules/rule.ts'
import { VALUE_KINDS } from '#domain/rules/values.ts'

export type RuleForm = Readonly<Record<string, string | undefined>>

type WrittenCondition = WrittenRule['when'][number]

/** Shows a rule as a form; `ruleOfForm` reads exactly the same rule from it. */
export function formOfRule({ name, status, when, then }: WrittenRule): RuleForm {
  return {
    name: name && lineOf(name),
    status,
    ...formOfConsequence(then),
    ...Object.assign({}, ...when.map(formOfCondition)),
  }
}

/** Reads the rule of a form as it was typed; `ruleProblems` judges it. */
export function ruleOfForm(form: RuleForm): unknown {
  const indexes = placesOf(form, 'when')
  const { name = '', status = '' } = form
  return {
    name: valueOfLine(name.trim()),
    status,
    when: indexes.map((index) => conditionOfForm(form, index)),
    then: consequenceOfForm(form),
  }
}

/** Places of conditions or accounts that a form has, in order. */
export function placesOf(form: RuleForm, list: 'when' | 'account'): readonly number[] {
  const places = Object.keys(form).flatMap((name) => new RegExp(`^${list}(\\d+)\\.(?:field|id)$`).exec(name)?.[1] ?? [])
  return places.map(Number).sort((one, other) => one - other)
}

function formOfCondition(
  { field, operator, value, currency, per, within_seconds: within }: WrittenCondition,
  at: number,
) {
  const key = metadataKey(field)
  const isMoney = hasMoney(field, currency)
  const lines = [value ?? []]
    .flat()
    .map((one) => (isMoney && amountLine(one, currency)) || lineOf(one, literalOf(field, operator)))
  return {
    [`when${at}.field`]: key === undefined ? field : 'metadata.',
    [`when${at}.key`]: key === undefined ? undefined : lineOf(key),
    [`when${at}.operator`]: operator,
    [`when${at}.value`]: lines.join('\n'),
    [`when${at}.list`]: Array.isArray(value) ? 'yes' : undefined,
    [`when${at}.currency`]: currency,
    [`when${at}.per`]: per,
    [`when${at}.within_seconds`]: within === undefined ? undefined : String(within),
  }
}

function conditionOfForm(form: RuleForm, at: number) {
  const typed = (name: string) => form[`when${at}.${name}`]?.trim() || undefined
  const named = typed('field') ?? ''
  const field = named === 'metadata.' ? `metadata.${valueOfLine(typed('key') ?? '')}` : named
  const operator = typed('operator') ?? ''
  const [currency, per, within] = [typed('currency'), typed('per'), typed('within_seconds')]
  const literal = literalOf(field, operator as Operator)
  const read = (line: string) => (hasMoney(field, currency) ? amountOfLine(line, currency) : valueOfLine(line, literal))
  const value = typedValue(form[`when${at}.value`] ?? '', form[`when${at}.list`] === 'yes', operator, read)
  return {
    field,
    operator,
    ...(currency !== undefined && { currency }),
    ...(per !== undefined && { per }),
    ...(value !== undefined && { value }),
    ...(within !== undefined && { within_seconds: numberOf(within) }),
  }
}

/** Operators that compare with a list always, and with one as well. */
const LISTS: readonly string[] = ['in', 'not_in']
const LISTS_TOO: readonly string[] = ['starts_with', 'in_network']

function typedValue(typed: string, wasList: boolean, operator: string, read: (line: string) => unknown): unknown {
  const lines = typed.split(/\r?\n/).filter((line) => line.trim() !== '')
  const values = lines.map((line) => read(line.trim()))
  const isList = LISTS.includes(operator) || (LISTS_TOO.includes(operator) && (wasList || values.length > 1))
  return isList || values.length > 1 ? values : values[0]
}

/** True for a value in major units: an amount with a currency that is known. */
function hasMoney(field: string, currency: string | undefined): currency is string {
  return fieldOf(field)?.hasCurrency === true && currency !== undefined && minorUnits(currency) !== undefined
}

function amountLine(value: unknown, currency: string): string | undefined {
  const digits = JSON.stringify(value)
  return DIGITS.test(digits) ? majorUnitsOf({ amount: BigInt(digits), currency }) : undefined
}

/** Minor units; of two readings the one that the form writes so. What is no amount stays as it was typed. */
function amountOfLine(line: string, currency: string): unknown {
  const readings = amountsFromZero(line, currency)
  const isWritten = (amount: bigint) => majorUnitsOf({ amount, currency }) === line
  const amount = readings.length === 1 ? readings[0] : readings.find(isWritten)
  return amount === undefined ? valueOfLine(line) : numberOf(String(amount))
}

const DIGITS = /^\d+$/
const { integer, hour, free, boolean } = VALUE_KINDS
const LITERALS: ReadonlyMap<unknown, RegExp> = new Map<unknown, RegExp>([
  [integer, DIGITS],
  [hour, DIGITS],
  [free, DIGITS],
  [boolean, /^(?:true|false)$/],
])

/** Values of a condition that are no texts. */
function literalOf(name: string, operator: Operator): RegExp | undefined {
  const field = fieldOf(name)
  return LITERALS.get(field?.kindOf?.[operator] ?? field?.kind)
}

/** Texts that a line would change, or that look like a literal, are quoted. */
function lineOf(value: unknown, literal?: RegExp): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const isPlain = value === value.trim() && value !== '' && !/^"|[\p{Cc}\u2028\u2029]/u.test(value)
  return isPlain && !literal?.test(value) ? value : JSON.stringify(value)
}

function valueOfLine(line: string, literal?: RegExp): unknown {
  if (line.startsWith('"')) return unquoted(line)
  if (!literal?.test(line)) return line
  return literal === DIGITS ? numberOf(line) : line === 'true'
}

function unquoted(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

/** Integers stay exact; what is none stays as it was typed, so that it is refused by name. */
function numberOf(text: string): unknown {
  if (!/^(?:0|[1-9]\d*)$/.test(text)) return text
  return Number.isSafeInteger(Number(text)) ? Number(text) : exactInteger(BigInt(text))
}

function formOfConsequence(then: Consequence): RuleForm {
  if ('action' in then) return { then: then.action }
  if ('order' in then) return { then: then.order }
  const rows: readonly { account: string; weight?: number }[] =
    'split' in then ? then.split : then.accounts.map((account) => ({ account }))
  const fields = rows.map(({ account, weight }, at) => ({
    [`account${at}.id`]: account,
    [`account${at}.weight`]: weight === undefined ? undefined : String(weight),
  }))
  return { then: 'split' in then ? 'split' : 'accounts', ...Object.assign({}, ...fields) }
}

function consequenceOfForm(form: RuleForm): unknown {
  const { then = '' } = form
  const rows = placesOf(form, 'account').filter((at) => form[`account${at}.id`])
  if (then === 'accounts') return { accounts: rows.map((at) => form[`account${at}.id`]) }
  if (then === 'split') {
    const weightOf = (at: number) => numberOf(form[`account${at}.weight`]?.trim() ?? '')
    return { split: rows.map((at) => ({ account: form[`account${at}.id`], weight: weightOf(at) })) }
  }
  return then === 'least_fee' ? { order: then } : { action: then }
}
