import { isAboutPerson } from '#domain/rules/fields.ts'
import { type WrittenRule, writeRule } from '#domain/rules/read-rules.ts'
import { RULE_STATUSES, type Rule, type RuleKind } from '#domain/rules/rule.ts'
import type { Gateway } from '#flows/gateway.ts'
import { ruleKind, showRules } from '#flows/rules/index.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { ShownRules } from '#interface/rule.ts'
import { postForm, problemSummary, type Shown } from '../parts/form.ts'
import { badge, formatCount, type Tone, timeWithin } from '../parts/format.ts'
import { shortId } from '../parts/sheet.ts'
import { statePanel } from '../parts/states.ts'
import { tabs } from '../parts/tabs.ts'
import { accountNames, terminalNames } from '../shell/read.ts'
import { requireMerchant, screen } from '../shell/screen.ts'
import {
  applyAct,
  changesOf,
  type Draft,
  draftText,
  fieldProblem,
  findDraft,
  firstWrongRule,
  focusAfter,
} from './draft.ts'
import { ruleEditor } from './editor.ts'
import { formOfRule } from './rule-form.ts'
import { ruleSentence, STATUS_WORDS } from './words.ts'

export const RULES_PATH = '/dashboard/rules'

type StoredRules = Awaited<ReturnType<typeof readRules>>

/** Rules as the page shows them: stored, or a draft that is not saved yet. */
interface RulesView extends Omit<StoredRules, 'rules' | 'warnings'>, Draft, Pick<Shown, 'problems'> {
  readonly warnings?: StoredRules['warnings']
  readonly isDraft: boolean
  readonly changes: number
  readonly focus?: string | undefined
}

export const rulesScreen = screen({
  path: `${RULES_PATH}/:kind`,
  permission: 'rules.read',
  page: 'rules',
  query: ['version'],
  done: { saved: 'Saved. These rules count from now on.' },
  read: async (gateway, { caller, params, query, form }) => {
    const kind = ruleKind(params.kind)
    const version = /^\d{1,9}$/.test(query.version ?? '') ? Number(query.version) : undefined
    const stored = await readRules(gateway, caller, kind, version)
    if (!form) return { stored, draft: undefined }
    const draft = findDraft(form)
    return {
      stored,
      draft: draft ? applyAct(kind, draft, form.act ?? 'show') : { rules: stored.rules, editing: undefined },
    }
  },
  show: (caller, { stored, draft }, shown) => {
    const { kind } = stored
    const view = draft
      ? draftView(stored, draft, shown)
      : { ...stored, editing: undefined, problems: [], isDraft: false, changes: 0 }
    const canEdit = may(caller, 'rules.manage') && stored.old === undefined
    const lead =
      kind === 'risk'
        ? 'Rules that stop or mark payments, from top to bottom. “Watch only” records what a rule would have done.'
        : 'The first rule that matches chooses which bank is asked first.'
    return {
      title: 'Rules',
      lead: lead,
      problemsIn: 'form',
      body: html`${tabs('Kinds of rules', kind, ['risk', 'Risk', `${RULES_PATH}/risk`], ['routing', 'Routing', `${RULES_PATH}/routing`])}
${standing(caller, view)}
${canEdit ? draftForm(caller, view) : rows(view, false)}
${shown.report}`,
    }
  },
})

/** A draft with the first wrong rule opened, and its problems beside their fields. */
function draftView(
  { warnings: _, ...stored }: StoredRules,
  draft: Draft,
  { form, problems, report }: Shown,
): RulesView {
  const editing = firstWrongRule(problems) ?? draft.editing
  const opened = editing === draft.editing ? draft : { rules: draft.rules, editing }
  const focus = problems.length > 0 || report ? undefined : focusAfter(form.act ?? 'show', draft)
  const named = problems.map((problem) => fieldProblem(draft.rules, editing, problem))
  const changes = changesOf(stored.rules, draft.rules)
  return { ...stored, ...opened, problems: named, isDraft: true, changes, focus }
}

/** @param version an old one; by default the present one */
async function readRules(gateway: Gateway, caller: PersonCaller, kind: RuleKind, version: number | undefined) {
  const merchantId = requireMerchant(caller)
  const [set, accounts, terminals] = await Promise.all([
    showRules(gateway, merchantId, kind),
    accountNames(gateway, merchantId),
    terminalNames(gateway, merchantId),
  ])
  const old = version === set.version ? undefined : version
  const shown = old === undefined ? set : await showRules(gateway, merchantId, kind, old)
  return {
    ...{ kind, version: set.version, old, accounts, terminals, savedAt: shown.updatedAt },
    savedBy: shown.updatedByName ?? (shown.updatedBy && shortId(shown.updatedBy)),
    rules: shown.rules.map(writeRule),
    counts: countsFor(caller, shown),
    warnings: new Map(shown.warnings.map(({ property, message }) => [Number(/\d+/.exec(property)?.[0]), message])),
  }
}

/** Counts of rules on shoppers would say who pays to those who may not see customers. */
function countsFor(caller: PersonCaller, { rules, counts }: ShownRules) {
  const hidden = may(caller, 'payments.read-customer') ? [] : rules.filter(({ when }) => when.some(isAboutPerson))
  return new Map([...(counts ?? [])].filter(([name]) => !hidden.some((rule) => rule.name === name)))
}

const TONES: Readonly<Record<Rule['status'], Tone>> = { ACTIVE: 'success', SHADOW: 'info', OFF: 'plain' }

function standing(caller: PersonCaller, { kind, version, old, savedAt, savedBy, rules }: RulesView): Html {
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
  return html`<div class="stack"><p class="hint" data-field="version">${shown === 0 ? 'Never saved' : html`Version ${shown}, saved ${savedAt && timeWithin(savedAt, caller.timeZone)} by ${savedBy}`}${shown > 1 && link(shown - 1, 'Earlier version')}${old !== undefined && link(version, 'Present version')}</p>
${old !== undefined && may(caller, 'rules.manage') && restore()}</div>`
}

function draftForm(caller: PersonCaller, view: RulesView): Html {
  const { kind, version, rules, editing, problems, isDraft } = view
  const to = `${RULES_PATH}/${kind}`
  return postForm(caller, {
    name: 'rules',
    action: `${to}/draft`,
    className: 'stack',
    hidden: {
      version: String(version),
      draft: draftText(rules),
      at: editing === undefined ? undefined : String(editing),
    },
    body: html`<button class="visually-hidden" name="act" value="show" tabindex="-1" aria-hidden="true">Update</button>
${problemSummary(problems)}
${rows(view, true)}
<p><button class="button button-secondary" name="act" value="add" data-action="rule-add">Add rule</button></p>
<p class="sheet form-actions${isDraft && problems.length === 0 && ' sticky-action'}">${changeWords(view)}
<button class="button button-secondary" formaction="${to}/try" data-action="rules-try">Try on last 30 days</button>
<button class="button button-${isDraft ? 'primary' : 'secondary'}" formaction="${to}" data-action="rules-save">Save</button></p>`,
  })
}

function changeWords({ kind, isDraft, changes }: RulesView): Html {
  const words = changes === 1 ? '1 change' : `${changes || 'No'} changes`
  if (!isDraft) return html`<span class="muted">${words}</span>`
  return html`<span data-state="draft"><strong data-field="changes">${words}</strong>${changes > 0 && ', not saved'} · <a href="${RULES_PATH}/${kind}" data-action="discard">Discard</a></span>`
}

function rows(view: RulesView, canEdit: boolean): Html {
  if (view.rules.length === 0) {
    const words = canEdit ? 'Add a rule. It counts once you save.' : 'Every payment goes its usual way.'
    return statePanel('empty', 'No rules yet', words)
  }
  return html`<ol class="stack" data-list="rules">${view.rules.map((rule, at) => ruleRow(view, rule, at, canEdit))}</ol>`
}

function ruleRow(view: RulesView, rule: WrittenRule, at: number, canEdit: boolean): Html {
  const { name, status } = rule
  const names = new Map([...view.accounts, ...view.terminals])
  const counts = view.counts.get(name)
  const isOpen = canEdit && view.editing === at
  return html`<li class="sheet" data-row="rule" id="rule${at}">
<div class="sheet-head"><h2 tabindex="-1"${attributes({ autofocus: view.focus === `rule${at}` })}><span data-field="name" translate="no">${name || 'New rule'}</span></h2>
${canEdit ? rowButtons(view, at, status) : badge(STATUS_WORDS[status], TONES[status], 'status')}</div>
<p class="breaks">${ruleSentence(rule, names)}</p>
${counts && html`<p class="hint" data-field="counts">In the last 30 days: ${formatCount(counts.matched)} matched, ${formatCount(counts.approved)} approved, ${formatCount(counts.declined)} declined</p>`}
${view.warnings?.has(at) && html`<p class="notice notice-warning" data-state="warning">${view.warnings?.get(at)}</p>`}
${isOpen && ruleEditor({ ...view, form: view.form ?? formOfRule(rule), problems: view.problems })}
</li>`
}

/** Buttons send the whole draft; the page comes back with the rule where it is then. */
function rowButtons({ rules, editing, kind }: RulesView, at: number, status: Rule['status']): Html {
  const name = rules[at]!.name || 'new rule'
  const button = (act: string, words: string, look = 'button button-quiet', label = words, isOff = false) =>
    html`<button class="${look}" name="act" value="${act}-${at}" data-action="${act}" aria-label="${label}: ${name}"${attributes({ disabled: isOff })}>${words}</button>\n`
  const states = RULE_STATUSES.map((one) =>
    one === status
      ? html`<button type="button" aria-pressed="true" data-field="status">${STATUS_WORDS[one]}</button>`
      : button(one, STATUS_WORDS[one], '', `Set to ${STATUS_WORDS[one].toLowerCase()}`),
  )
  return html`<div class="actions" data-kind="${kind}"><div class="switch"><fieldset><legend class="visually-hidden">Status of ${name}</legend>${states}</fieldset></div>
${editing === at ? button('close', 'Done', 'button button-secondary') : button('edit', 'Edit', 'button button-secondary')}
<details class="me"><summary><span aria-hidden="true">⋯</span><span class="visually-hidden">More: ${name}</span></summary>
<div class="me-menu">${button('up', 'Move up', undefined, undefined, at === 0)}${button('down', 'Move down', undefined, undefined, at === rules.length - 1)}${button('remove', 'Remove')}</div></details></div>`
}
