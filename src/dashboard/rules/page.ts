import type { WrittenRule } from '#domain/rules/read-rules.ts'
import { RULE_STATUSES, type RuleKind } from '#domain/rules/rule.ts'
import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { type FieldProblem, postForm, problemSummary } from '../parts/form.ts'
import { badge, formatCount, formatTime, sentenceCase, type Tone } from '../parts/format.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { draftText } from './draft.ts'
import { ruleEditor } from './editor.ts'
import { formOfRule, type RuleForm } from './rule-form.ts'
import { conditionWords, consequenceWords, type Names } from './words.ts'

/** A set of rules as its page shows it: stored, or a draft that is not saved yet. */
export interface RulesView {
  readonly kind: RuleKind
  /** The present version, on which a draft rests. */
  readonly version: number
  /** The shown version, if it is an old one. */
  readonly old?: number | undefined
  readonly savedAt: Date | null
  readonly savedBy: Html | string | null
  readonly rules: readonly WrittenRule[]
  /** Of the stored rules by name, in the last 30 days. */
  readonly counts: ReadonlyMap<
    string,
    { readonly matched: number; readonly approved: number; readonly declined: number }
  >
  readonly accounts: Names
  readonly terminals: Names
  /** True if the rules differ from the stored ones. */
  readonly isDraft?: boolean
  /** Place of the rule that is edited. */
  readonly editing?: number | undefined
  readonly focus?: string | undefined
  readonly form?: RuleForm
  readonly problems?: readonly FieldProblem[]
  readonly warnings?: ReadonlyMap<number, string>
  readonly done?: string | undefined
  readonly tried?: Html
}

export const RULES_PATH = '/dashboard/rules'

const TONES: Readonly<Record<string, Tone>> = { ACTIVE: 'success', SHADOW: 'info', OFF: 'plain' }

export function rulesPage(caller: Viewer, view: RulesView): DashboardPageAnswer {
  const { kind, problems = [] } = view
  const canEdit = may(caller, 'rules.manage') && view.old === undefined
  return dashboardPage(caller, {
    page: 'rules',
    title: 'Rules',
    lead:
      kind === 'risk'
        ? `Rules that stop or mark payments, from top to bottom. Times are in ${caller.timeZone}.`
        : `The first rule that matches chooses which bank is asked first. Times are in ${caller.timeZone}.`,
    status: problems.length > 0 ? 422 : 200,
    body: html`${doneNotice(view.done)}
<nav class="tabs" aria-label="Kinds of rules">${tab('risk', 'Risk', kind)}${tab('routing', 'Routing', kind)}</nav>
${standing(caller, view)}
${canEdit ? draftForm(caller, view) : rows(view, false)}
${view.tried}`,
  })
}

function tab(kind: RuleKind, words: string, shown: RuleKind): Html {
  return html`<a href="${RULES_PATH}/${kind}" data-tab="${kind}"${attributes({ 'aria-current': kind === shown && 'page' })}>${words}</a>\n`
}

function standing(caller: Viewer, { kind, version, old, savedAt, savedBy, isDraft, rules }: RulesView): Html {
  const shown = old ?? version
  const link = (to: number, words: string) =>
    html` · <a href="${RULES_PATH}/${kind}?version=${to}" data-action="version-${to}">${words}</a>`
  const restore = () =>
    postForm(caller, {
      name: 'rules-restore',
      action: `${RULES_PATH}/${kind}/draft`,
      hidden: { version: String(version), draft: draftText(rules) },
      body: html`<p><button class="button button-secondary" data-action="restore">Restore version ${old}</button></p>`,
    })
  return html`<section class="sheet"><p data-field="version">${shown === 0 ? 'Never saved' : html`Version ${shown}, saved ${savedAt && formatTime(savedAt, caller.timeZone)} by ${savedBy}`}${shown > 1 && link(shown - 1, 'Earlier version')}${old !== undefined && link(version, 'Present version')}</p>
${isDraft && html`<p class="notice notice-warning" data-state="draft">These rules are a draft. They count once you save them. <a href="${RULES_PATH}/${kind}" data-action="discard">Discard draft</a></p>`}
${old !== undefined && may(caller, 'rules.manage') && restore()}</section>`
}

function draftForm(caller: Viewer, view: RulesView): Html {
  const { kind, version, rules, editing, problems = [] } = view
  const to = `${RULES_PATH}/${kind}`
  return postForm(caller, {
    name: 'rules',
    action: `${to}/draft`,
    className: 'rules-form',
    hidden: {
      version: String(version),
      draft: draftText(rules),
      at: editing === undefined ? undefined : String(editing),
    },
    body: html`<button class="visually-hidden" name="act" value="show" tabindex="-1" aria-hidden="true">Update</button>
${problemSummary(problems)}
${rows(view, true)}
<p class="actions"><button class="button button-secondary" name="act" value="add" data-action="rule-add">Add rule</button></p>
<p class="form-actions"><button class="button button-primary" formaction="${to}" data-action="rules-save">Save</button>
<button class="button button-secondary" formaction="${to}/try" data-action="rules-try">Try on last 30 days</button></p>`,
  })
}

function rows(view: RulesView, canEdit: boolean): Html {
  if (view.rules.length === 0) {
    const words = canEdit ? 'Add a rule. It counts once you save.' : 'Every payment goes its usual way.'
    return statePanel({ state: 'empty', heading: 'No rules yet', words })
  }
  return html`<ol class="rules" data-list="rules">${view.rules.map((rule, at) => ruleRow(view, rule, at, canEdit))}</ol>`
}

function ruleRow(view: RulesView, rule: WrittenRule, at: number, canEdit: boolean): Html {
  const { name, status, when, then } = rule
  const names = new Map([...view.accounts, ...view.terminals])
  const counts = view.counts.get(name)
  const isOpen = canEdit && view.editing === at
  return html`<li class="sheet rule" data-row="rule" id="rule${at}">
<h2 tabindex="-1"${attributes({ autofocus: view.focus === `rule${at}` })}><span data-field="name" translate="no">${name || 'New rule'}</span> ${badge(sentenceCase(status), TONES[status] ?? 'plain', 'status')}</h2>
<ul data-field="when">${when.length === 0 ? html`<li>Every payment</li>` : when.map((one) => html`<li>${conditionWords(one, names)}</li>`)}</ul>
<p data-field="then"><strong>${consequenceWords(then, names)}</strong></p>
${counts && html`<p class="hint" data-field="counts">In the last 30 days: ${formatCount(counts.matched)} matched, ${formatCount(counts.approved)} approved, ${formatCount(counts.declined)} declined</p>`}
${view.warnings?.has(at) && html`<p class="notice notice-warning" data-state="warning">${view.warnings.get(at)}</p>`}
${isOpen && ruleEditor({ ...view, form: view.form ?? formOfRule(rule), problems: view.problems ?? [] })}
${canEdit && rowButtons(view, at, status)}
</li>`
}

/** Buttons send the whole draft; the page comes back with the rule where it is then. */
function rowButtons({ rules, editing, kind }: RulesView, at: number, status: string): Html {
  const button = (act: string, words: string, isOff = false) =>
    html`<button class="button button-quiet" name="act" value="${act}-${at}" data-action="${act}" aria-label="${words}: ${rules[at]!.name || 'new rule'}"${attributes({ disabled: isOff })}>${words}</button>\n`
  const others = RULE_STATUSES.filter((one) => one !== status)
  return html`<p class="actions" data-kind="${kind}">${button('up', 'Move up', at === 0)}${button('down', 'Move down', at === rules.length - 1)}
${editing === at ? button('close', 'Done') : button('edit', 'Edit')}${others.map((one) => button(one, `Set to ${one.toLowerCase()}`))}${button('remove', 'Remove')}</p>`
}
