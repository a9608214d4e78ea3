import { fieldOf } from '#domain/rules/fields.ts'
import type { WrittenRule } from '#domain/rules/read-rules.ts'
import type { FieldProblem } from '../parts/form.ts'

export function firstWrongRule(problems: readonly FieldProblem[]): number | undefined {
  const place = problems.map(({ field }) => /^rules\[(\d+)\]/.exec(field)?.[1]).find((one) => one !== undefined)
  return place === undefined ? undefined : Number(place)
}

const MEMBERS: Readonly<Record<string, string>> = { accounts: 'account', split: 'account' }

/** Names the field of the editor for a member such as `rules[2].when[0].value`. */
export function fieldProblem(
  rules: readonly WrittenRule[],
  editing: number | undefined,
  { field, message }: FieldProblem,
): FieldProblem {
  const [, place, member = ''] = /^rules\[(\d+)\]\.?(.*)$/.exec(field) ?? []
  if (place === undefined) return { field: '', message }
  const rule = rules[Number(place)]
  const condition = rule?.when[Number(/^when\[(\d+)\]\.value$/.exec(member)?.[1])]
  const isMoney = condition && fieldOf(condition.field)?.hasCurrency
  const words = `${rule?.name || 'New rule'}: ${isMoney ? 'Enter an amount such as 50.00.' : message}`
  if (Number(place) !== editing) return { field: `rule${place}`, message: words }
  const [, list, at, rest] = /^(?:then\.)?(\w+)\[(\d+)\](?:\.(\w+))?$/.exec(member) ?? []
  if (list === undefined) return { field: member.split('.')[0] || `rule${place}`, message: words }
  const suffix = rest === 'account' || rest === undefined ? 'id' : rest
  return { field: `${MEMBERS[list] ?? list}${at}.${list === 'when' ? rest : suffix}`, message: words }
}
