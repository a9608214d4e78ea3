import { type Static, Type } from 'typebox'
import { invalid, RequestError } from '#domain/problem.ts'
import { isAboutPerson } from '#domain/rules/fields.ts'
import { writeRule } from '#domain/rules/read-rules.ts'
import type { RuleKind } from '#domain/rules/rule.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readTriedRules, startBench } from '#flows/rules/bench.ts'
import { ruleKind, saveRules, showRules } from '#flows/rules/index.ts'
import { type Answer, get, type RouteContext } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { accountNames } from '../shell/read.ts'
import { action, requireMerchant } from '../shell/screen.ts'
import { benchSheet } from './bench-sheet.ts'
import { changesOf, readDraft } from './draft.ts'
import { RULES_PATH, rulesScreen } from './page.ts'

const FIELDS = Type.Record(Type.String(), Type.String())

type Context = RouteContext<'person', { readonly kind: string }, undefined, Static<typeof FIELDS>>

const firstRoute = get(RULES_PATH, {
  ...{ guard: 'person', permission: 'rules.read' },
  handle: async () => rulesScreen.to({ kind: 'risk' }),
})

/** Changes a draft in the page; nothing is stored. */
const draftRoute = action(rulesScreen, {
  at: '/draft',
  body: FIELDS,
  does: async (gateway, context) => {
    readDraft(context.body)
    return rulesScreen.show(gateway, context, { form: context.body })
  },
})

const saveRoute = action(rulesScreen, {
  permission: 'rules.manage',
  body: FIELDS,
  does: (gateway, context) =>
    orAgain(gateway, context, async () => {
      const { caller, actor, params, body } = context
      const kind = ruleKind(params.kind)
      const { rules } = readDraft(body)
      const saved = await saveRules(gateway, actor, requireMerchant(caller), kind, Number(body.version), rules)
      if (!saved.isSaved) throw invalid('', CHANGED)
      return rulesScreen.to({ kind }, 'saved')
    }),
})

const CHANGED = 'Another user saved these rules meanwhile. Save again to replace theirs, or open the page to see them.'

const tryRoute = action(rulesScreen, {
  at: '/try',
  body: FIELDS,
  does: (gateway, context) =>
    orAgain(gateway, context, async () => {
      const { caller, params, body } = context
      const [kind, { rules }] = [ruleKind(params.kind), readDraft(body)]
      const tried = await tryRules(gateway, caller, kind, rules)
      const accounts = await accountNames(gateway, requireMerchant(caller))
      const stored = await showRules(gateway, requireMerchant(caller), kind)
      const changes = changesOf(stored.rules.map(writeRule), rules)
      const named = { rules, version: String(stored.version), changes, timeZone: caller.timeZone, accounts }
      const report = benchSheet({ ...tried, ...named })
      return rulesScreen.show(gateway, context, { form: body, report })
    }),
})

/** Shows problems with the whole names of members, which forms shorten. */
async function orAgain(gateway: Gateway, context: Context, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RequestError && error.kind === 'invalid')) throw error
    const problems = error.problems.map(({ property: field, message }) => ({ field, message }))
    return rulesScreen.show(gateway, context, { form: context.body, problems })
  }
}

const PATIENCE_MS = 10_000
const THIRTY_DAYS_MS = 30 * 86_400_000

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
    if (done) return { result: value, reached: undefined, from, to }
    if (performance.now() < end) continue
    await bench.return(value.soFar())
    return { result: value.soFar(), reached: value.reached, from, to }
  }
}

export const ruleRoutes = [firstRoute, rulesScreen.route, draftRoute, saveRoute, tryRoute]
