import { type TSchema, Type } from 'typebox'
import { invalid, RequestError } from '#domain/problem.ts'
import { fieldOf, isAboutPerson } from '#domain/rules/fields.ts'
import { writeRule } from '#domain/rules/read-rules.ts'
import type { RuleKind } from '#domain/rules/rule.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readTriedRules, startBench } from '#flows/rules/bench.ts'
import { ruleKind, saveRules, showRules } from '#flows/rules/index.ts'
import { type Answer, type FieldProblem, type Route, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import type { ShownRules } from '#interface/rule.ts'
import { shortId } from '../parts/short-id.ts'
import { QueryText } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { accountNames, terminalNames } from '../shell/names.ts'
import { benchSheet } from './bench-sheet.ts'
import { applyAct, type Draft, findDraft, focusAfter, readDraft } from './draft.ts'
import { RULES_PATH, type RulesView, rulesPage } from './page.ts'
import type { RuleForm } from './rule-form.ts'

const KIND = { path: `${RULES_PATH}/:kind`, guard: 'person', params: Type.Object({ kind: Type.String() }) } as const
const FIELDS = Type.Object({ draft: Type.Optional(Type.String()) }, { additionalProperties: Type.String() as TSchema })

async function viewOf(gateway: Gateway, caller: PersonCaller, kind: RuleKind, version?: number): Promise<RulesView> {
  const merchantId = requireMerchant(caller)
  const [set, accounts, terminals] = await Promise.all([
    showRules(gateway, merchantId, kind),
    accountNames(gateway, merchantId),
    terminalNames(gateway, merchantId),
  ])
  const old = version === undefined || version === set.version ? undefined : version
  const shown = old === undefined ? set : await showRules(gateway, merchantId, kind, old)
  return {
    ...{ kind, version: set.version, old, accounts, terminals },
    ...{
      savedAt: shown.updatedAt,
      savedBy: shown.updatedByName ?? (shown.updatedBy && shortId(shown.updatedBy)),
      rules: shown.rules.map(writeRule),
    },
    counts: countsFor(caller, shown),
    warnings: new Map(shown.warnings.map(({ property, message }) => [Number(/\d+/.exec(property)?.[0]), message])),
  }
}

/** Counts of rules on shoppers would say who pays to those who may not see customers. */
function countsFor(caller: PersonCaller, { rules, counts }: ShownRules): RulesView['counts'] {
  const hidden = may(caller, 'payments.read-customer') ? [] : rules.filter(({ when }) => when.some(isAboutPerson))
  return new Map([...(counts ?? [])].filter(([name]) => !hidden.some((rule) => rule.name === name)))
}

async function draftView(gateway: Gateway, caller: PersonCaller, kind: RuleKind, draft: Draft): Promise<RulesView> {
  const { form, ...shown } = draft
  const { warnings: _, ...view } = await viewOf(gateway, caller, kind)
  return { ...view, ...shown, ...(form && { form }), isDraft: true }
}

/** The form again with the first wrong rule opened, and its problems beside their fields. */
async function again(
  gateway: Gateway,
  { caller, params, body }: { caller: PersonCaller; params: { kind?: string }; body: unknown },
  problems: readonly FieldProblem[],
) {
  const kind = ruleKind(params.kind ?? '')
  const stored = await viewOf(gateway, caller, kind)
  const draft = findDraft(body as RuleForm) ?? { rules: stored.rules, editing: undefined }
  const at = problems.map(({ field }) => /^rules\[(\d+)\]/.exec(field)?.[1]).find((place) => place !== undefined)
  const editing = at === undefined ? draft.editing : Number(at)
  const opened = editing === draft.editing ? draft : { rules: draft.rules, editing }
  const view = await draftView(gateway, caller, kind, opened)
  return rulesPage(caller, { ...view, problems: problems.map((problem) => shownProblem(draft, editing, problem)) })
}

/** Problems keep the whole names of members, which forms shorten. */
async function orAgain(gateway: Gateway, context: Parameters<typeof again>[1], act: () => Promise<Answer>) {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RequestError && error.kind === 'invalid')) throw error
    return again(
      gateway,
      context,
      error.problems.map(({ property: field, message }) => ({ field, message })),
    )
  }
}

const CHANGED = 'Another user saved these rules meanwhile. Save again to replace theirs, or open the page to see them.'

const MEMBERS: Readonly<Record<string, string>> = { accounts: 'account', split: 'account' }

/** Names the field of the editor for a member such as `rules[2].when[0].value`. */
function shownProblem({ rules }: Draft, editing: number | undefined, { field, message }: FieldProblem): FieldProblem {
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

const showRoute = route({
  ...KIND,
  method: 'GET',
  permission: 'rules.read',
  summary: 'Rules',
  query: Type.Object({ version: QueryText, done: QueryText }),
  handle: async (gateway, { caller, params, query }) => {
    const version = /^\d{1,9}$/.test(query.version ?? '') ? Number(query.version) : undefined
    const done = query.done === 'saved' ? 'Saved. These rules count from now on.' : undefined
    return rulesPage(caller, { ...(await viewOf(gateway, caller, ruleKind(params.kind), version)), done })
  },
})

const firstRoute = route({
  method: 'GET',
  path: RULES_PATH,
  guard: 'person',
  permission: 'rules.read',
  summary: 'Risk rules',
  handle: async () => ({ status: 303, location: `${RULES_PATH}/risk` }),
})

/** Changes a draft in the page; nothing is stored. */
const draftRoute = route({
  ...KIND,
  method: 'POST',
  path: `${KIND.path}/draft`,
  permission: 'rules.read',
  summary: 'Edit a draft of rules',
  body: FIELDS,
  again,
  handle: async (gateway, { caller, params, body }) => {
    const fields = body as RuleForm
    const kind = ruleKind(params.kind)
    const act = fields.act ?? 'show'
    const draft = applyAct(kind, readDraft(fields), act)
    return rulesPage(caller, { ...(await draftView(gateway, caller, kind, draft)), focus: focusAfter(act, draft) })
  },
})

const saveRoute = route({
  ...KIND,
  method: 'POST',
  permission: 'rules.manage',
  summary: 'Save rules',
  body: FIELDS,
  again,
  handle: async (gateway, { caller, actor, params, body }) => {
    const fields = body as RuleForm
    const kind = ruleKind(params.kind)
    return orAgain(gateway, { caller, params, body }, async () => {
      const { rules } = readDraft(fields)
      const saved = await saveRules(gateway, actor, requireMerchant(caller), kind, Number(fields.version), rules)
      if (!saved.isSaved) throw invalid('', CHANGED)
      return { status: 303, location: `${RULES_PATH}/${kind}?done=saved` }
    })
  },
})

const PATIENCE_MS = 10_000
const THIRTY_DAYS_MS = 30 * 86_400_000

const tryRoute = route({
  ...KIND,
  method: 'POST',
  path: `${KIND.path}/try`,
  permission: 'rules.read',
  summary: 'Try rules on the last 30 days',
  body: FIELDS,
  again,
  handle: async (gateway, { caller, params, body }) => {
    const kind = ruleKind(params.kind)
    return orAgain(gateway, { caller, params, body }, async () => {
      const draft = readDraft(body as RuleForm)
      const view = await draftView(gateway, caller, kind, draft)
      const tried = await tryRules(gateway, caller, kind, draft.rules)
      const { timeZone } = caller
      return rulesPage(caller, { ...view, tried: benchSheet({ ...tried, timeZone, accounts: view.accounts }) })
    })
  },
})

async function tryRules(gateway: Gateway, caller: PersonCaller, kind: RuleKind, written: unknown) {
  const to = gateway.clock.now()
  const from = new Date(to.getTime() - THIRTY_DAYS_MS)
  const merchantId = requireMerchant(caller)
  const request = await readTriedRules(gateway, merchantId, { kind, written, from, to })
  if (!may(caller, 'payments.read-customer') && request.rules.some(({ when }) => when.some(isAboutPerson))) {
    throw invalid('', 'Your role does not see customers, so it cannot try rules about them.')
  }
  const bench = await startBench(gateway, merchantId, request)
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const { done, value } = await bench.next()
    if (done) return { result: value, reached: undefined }
    if (performance.now() < end) continue
    await bench.return(value.soFar())
    return { result: value.soFar(), reached: value.reached }
  }
}

export const ruleRoutes: readonly Route[] = [firstRoute, showRoute, draftRoute, saveRoute, tryRoute]
