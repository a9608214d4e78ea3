import { parseExactly } from '#domain/exact-json.ts'
import { invalid } from '#domain/problem.ts'
import { rulesDifference } from '#domain/rules/difference.ts'
import { fieldOf } from '#domain/rules/fields.ts'
import { isObject } from '#domain/rules/json.ts'
import type { WrittenRule } from '#domain/rules/read-rules.ts'
import { RULE_STATUSES, type RuleKind } from '#domain/rules/rule.ts'
import type { FieldProblem } from '../parts/form.ts'
import { formOfRule, placesOf, type RuleForm, ruleOfForm } from './rule-form.ts'
import { ruleSentence } from './words.ts'

/** Rules in a page, and which of them is edited with which fields. */
export interface Draft {
  readonly rules: readonly WrittenRule[]
  readonly editing: number | undefined
  readonly form?: RuleForm
}

/** A draft as a hidden field holds it: short, and without digits that look like a card number. */
export function draftText(rules: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(rules)).toString('base64url')
}

/** Reads the draft of a form, with what was typed into the editor. @throws RequestError `invalid` if it is none */
export function readDraft(fields: RuleForm): Draft {
  const draft = findDraft(fields)
  if (!draft) throw invalid('draft', 'The draft cannot be read; open the page again.')
  return draft
}

/** @returns undefined for a form without a draft */
export function findDraft(fields: RuleForm): Draft | undefined {
  const rules = rulesIn(fields.draft ?? '')
  const editing = fields.at === undefined ? undefined : Number(fields.at)
  if (editing === undefined || !rules?.[editing]) return rules && { rules, editing: undefined }
  return { rules: rules.with(editing, ruleOfForm(fields) as WrittenRule), editing, form: fields }
}

function rulesIn(text: string): readonly WrittenRule[] | undefined {
  try {
    const rules = parseExactly(Buffer.from(text, 'base64url').toString()) as readonly WrittenRule[]
    // Rules that can be written as a form and as a sentence can be shown.
    for (const rule of rules) {
      formOfRule(rule)
      ruleSentence(rule, new Map())
    }
    return rules.every(({ name, when }) => typeof name === 'string' && when.every(isObject)) ? rules : undefined
  } catch {
    return undefined
  }
}

/** Number of changes of a draft, as people count: a new name is one, and so is another order. */
export function changesOf(stored: readonly WrittenRule[], rules: readonly WrittenRule[]): number {
  // A draft was JSON, so numbers are compared as JSON writes them.
  const [before, after] = [stored, rules].map((all) => JSON.parse(JSON.stringify(all)) as readonly WrittenRule[])
  const { added, removed, changed, order } = rulesDifference(before!, after!)
  return Math.max(added.length, removed.length) + changed.length + (order ? 1 : 0)
}

/** Does what a button of the page says: `up-3`, `edit-3`, `SHADOW-3`, `drop-0`, `condition`, `add`. */
export function applyAct(kind: RuleKind, draft: Draft, act: string): Draft {
  const [verb = '', place = ''] = act.split('-')
  const at = Number(place)
  const { rules, editing, form = {} } = draft
  if (verb === 'add') return { rules: [...rules, newRule(kind)], editing: rules.length }
  if (verb === 'condition') return { ...draft, form: { ...form, ...newCondition(form) } }
  if (verb === 'drop' && editing !== undefined)
    return changed(draft, Object.fromEntries(Object.entries(form).filter(([name]) => !name.startsWith(`when${at}.`))))
  const rule = rules[at]
  if (!rule) return draft
  if (verb === 'up') return moved(draft, at, at - 1)
  if (verb === 'down') return moved(draft, at, at + 1)
  if (verb === 'edit') return { rules, editing: at }
  if (verb === 'close') return { rules, editing: undefined }
  if (verb === 'remove') return { rules: rules.toSpliced(at, 1), editing: undefined }
  const status = RULE_STATUSES.find((one) => one === verb)
  return status ? { rules: rules.with(at, { ...rule, status }), editing: editing === at ? undefined : editing } : draft
}

/** ID of the element where the reader goes on after a button: the new field, or the rule. */
export function focusAfter(act: string, { rules, editing, form = {} }: Draft): string {
  const [verb = '', place] = act.split('-')
  if (verb === 'add' || verb === 'edit') return 'name'
  if (verb === 'condition') return `when${placesOf(form, 'when').at(-1)}.field`
  if (verb === 'show' || verb === 'drop') return `rule${editing}`
  const at = Number(place) + ({ up: -1, down: 1 }[verb] ?? 0)
  return `rule${Math.min(at, rules.length - 1)}`
}

/** The edited rule is shown where it went. */
function moved({ rules, editing }: Draft, from: number, to: number): Draft {
  if (!rules[to]) return { rules, editing }
  const swapped = rules.with(from, rules[to]).with(to, rules[from]!)
  const places = new Map([
    [from, to],
    [to, from],
  ])
  return { rules: swapped, editing: editing === undefined ? undefined : (places.get(editing) ?? editing) }
}

/** Typed values stay, with its conditions counted from 0 again. */
function changed({ rules, editing }: Draft, form: RuleForm): Draft {
  const rule = ruleOfForm(form) as WrittenRule
  return { rules: rules.with(editing!, rule), editing, form: formOfRule(rule) }
}

function newRule(kind: RuleKind): WrittenRule {
  const then = kind === 'risk' ? ({ action: 'REVIEW' } as const) : { accounts: [] }
  return { name: '', status: 'SHADOW', when: [], then }
}

function newCondition(form: RuleForm): RuleForm {
  const at = (placesOf(form, 'when').at(-1) ?? -1) + 1
  return { [`when${at}.field`]: 'amount', [`when${at}.operator`]: 'gte' }
}

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
