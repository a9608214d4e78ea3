import { Type } from 'typebox'
import { problem, RequestError } from '#domain/problem.ts'
import { isAboutPerson } from '#domain/rules/fields.ts'
import type { Rule, RuleSet } from '#domain/rules/rule.ts'
import { evaluateRisk, readFacts } from '#flows/rules/evaluate.ts'
import { evaluateRouting } from '#flows/rules/evaluate-routing.ts'
import { ruleKind, saveRules, showRules } from '#flows/rules/index.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import {
  EvaluateBody,
  Evaluation,
  OutdatedRuleSet,
  outdatedView,
  RoutingDecision,
  RuleSetAnswer,
  RuleSetBody,
} from '#interface/rule.ts'
import { maySeeCustomers, requireCustomers } from '../../request/client-limits.ts'
import { answer, get, post, put } from '../../route.ts'

const RULES = {
  guard: 'merchant',
  tag: 'Rules',
  params: Type.Object({ kind: Type.String({ description: '`risk` or `routing`.', examples: ['risk'] }) }),
} as const

export const showRulesRoute = get('/api/rules/:kind', {
  ...RULES,
  operation: 'showRules',
  permission: 'rules.read',
  summary: 'Show the rules of a kind',
  query: Type.Object({
    version: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'An older version instead of the present one.' }),
    ),
  }),
  shows: RuleSetAnswer,
  handle: async (gateway, { caller, params, query }) => {
    const set = await showRules(gateway, caller.merchantId, ruleKind(params.kind), query.version)
    return { ...set, mayCount: maySeeCustomers(caller) }
  },
})

export const saveRulesRoute = put('/api/rules/:kind', {
  ...RULES,
  operation: 'saveRules',
  permission: 'rules.manage',
  summary: 'Replace the rules of a kind',
  description: 'Saves a new version of the whole set. `If-Match` names the version that you have seen.',
  body: RuleSetBody,
  ifMatch: true,
  answers: { 200: RuleSetAnswer, 412: OutdatedRuleSet },
  handle: async (gateway, { caller, actor, params, body, header }) => {
    const kind = ruleKind(params.kind)
    const version = versionIn(header('if-match'))
    const check = (rules: readonly Rule[]) => requireCustomersFor(caller, { rules })
    const { isSaved, set } = await saveRules(gateway, actor, caller.merchantId, kind, version, body.rules, check)
    const json = RuleSetAnswer.of({ ...set, mayCount: maySeeCustomers(caller) })
    return isSaved ? { status: 200, json } : { status: 412, json: outdatedView(json) }
  },
})

export const evaluateRulesRoute = post('/api/rules/:kind/evaluate', {
  ...RULES,
  operation: 'evaluateRules',
  permission: 'rules.read',
  summary: 'Evaluate the rules for a hypothetical payment',
  description: 'Returns the part of `data` that such a payment would have. Nothing is stored or counted.',
  body: EvaluateBody,
  answers: { 200: Evaluation },
  handle: async (gateway, { caller, params, body }) => {
    const { merchantId } = caller
    const set = await showRules(gateway, merchantId, ruleKind(params.kind))
    requireCustomersFor(caller, set)
    // A split uses the order ID, which is no field of rules.
    const given = body as Readonly<Record<string, unknown>>
    const { order_id: orderId = '', ...fields } = given
    const facts = readFacts(set.kind === 'routing' ? fields : given)
    // Lists may contain these values.
    if (Object.keys(facts).some((field) => isAboutPerson({ field }))) requireCustomers(caller)
    if (set.kind === 'risk') {
      return answer({ risk: await evaluateRisk(gateway, merchantId, set, facts) })
    }
    const routing = await evaluateRouting(gateway, merchantId, set, facts, String(orderId))
    return answer({ routing: routing && RoutingDecision.of(routing) })
  },
})

/** Requires access to customers, whom the result of such rules reveals. */
function requireCustomersFor(caller: MerchantCaller, { rules }: Pick<RuleSet, 'rules'>): void {
  if (rules.some(({ status, when }) => status !== 'OFF' && when.some(isAboutPerson))) requireCustomers(caller)
}

/** Version in `If-Match: "7"`. @throws RequestError `precondition-required` without a version */
function versionIn(header: string | undefined): number {
  const [, version] = /^"?(\d{1,9})"?$/.exec(header?.trim() ?? '') ?? []
  if (version !== undefined) return Number(version)
  const message = 'Add If-Match with the version that you have seen, such as "7".'
  throw new RequestError('precondition-required', [problem('If-Match', message)])
}
