import { Type } from 'typebox'
import { exactInteger } from '#domain/exact-json.ts'
import type { BenchResult } from '#domain/rules/bench.ts'
import { isAboutPerson } from '#domain/rules/fields.ts'
import { type BenchProgress, readTriedRules, startBench } from '#flows/rules/bench.ts'
import { ruleKind } from '#flows/rules/index.ts'
import { requireCustomers } from '../../request/client-limits.ts'
import { route } from '../../route.ts'
import { RuleSetBody } from './schemas.ts'

const BenchBody = Type.Object({
  ...RuleSetBody.properties,
  created_from: Type.String({ format: 'date-time', description: 'Payments that began then or later.' }),
  created_to: Type.String({ format: 'date-time', description: 'Payments that began before.' }),
})

const Count = Type.Integer()
const Approval = Type.Object({
  rate: Type.Union([Type.Number(), Type.Null()], { description: 'Approved ÷ comparable, 0 to 1.' }),
  comparable: Type.Integer({ description: 'Matched payments that the target decided first.' }),
})
const Moved = Type.Array(Type.Object({ from: Type.String(), to: Type.String(), payments: Count }), {
  description: 'Payments that would have begun with another account.',
})
const ROUTING = { moved: Type.Optional(Moved), approval_of_target: Type.Optional(Approval) }

/** Last line of a bench (docs/reference/routing-rules.md#result). */
const BenchResultLine = Type.Object(
  {
    payments: Type.Integer({ description: 'Payments of the period that rules judge.' }),
    rules: Type.Array(
      Type.Object({
        name: Type.String(),
        ...{ matched: Count, approved: Count, declined: Count },
        refunded: Type.Integer({ description: 'Payments of which something was refunded.' }),
        fraud: Type.Integer({ description: 'Payments that a review found to be fraud.' }),
        amounts: Type.Array(
          Type.Object({
            currency: Type.String(),
            amount: Type.Integer({ format: 'int64', description: 'Minor units.' }),
          }),
        ),
        examples: Type.Array(Type.String(), { description: 'Up to five transaction IDs.' }),
        ...ROUTING,
      }),
    ),
    skipped: Type.Integer({ description: 'Payments whose records no longer have what a rule asks for.' }),
    skipped_fields: Type.Array(Type.Object({ field: Type.String(), payments: Count })),
    ...ROUTING,
  },
  { title: 'Rule bench' },
)

const LINES = Type.String({
  description: `Lines of JSON: progress such as ${JSON.stringify({ progress: { payments: 500, reached: '2026-11-02T10:00:00.000Z' } })}, then the result. Without a result, the bench was stopped.`,
})

/** Result of a bench as its last line. */
export function benchResultView({ payments, rules, skipped, skippedFields, total }: BenchResult) {
  return {
    payments,
    rules: rules.map(({ amounts, moved, approvalOfTarget, ...rule }) => ({
      ...rule,
      amounts: amounts.map(({ currency, amount }) => ({ currency, amount: exactInteger(amount) })),
      ...(moved && { moved }),
      ...(approvalOfTarget && { approval_of_target: approvalOfTarget }),
    })),
    skipped,
    skipped_fields: skippedFields,
    ...(total && { moved: total.moved, approval_of_target: total.approvalOfTarget }),
  }
}

async function* linesOf(bench: AsyncGenerator<BenchProgress, BenchResult>): AsyncGenerator<string> {
  try {
    for (;;) {
      const { done, value } = await bench.next()
      if (done) return yield `${JSON.stringify(benchResultView(value))}\n`
      const { payments, reached } = value
      yield `${JSON.stringify({ progress: { payments, reached: reached.toISOString() } })}\n`
    }
  } finally {
    await bench.return(undefined as never)
  }
}

export const testRulesRoute = route({
  method: 'POST',
  path: '/api/rules/:kind/test',
  guard: 'merchant',
  permission: 'rules.read',
  tag: 'Rules',
  operation: 'testRules',
  summary: 'Try rules on past payments',
  description: 'Saves nothing. Close the connection to stop it.',
  params: Type.Object({ kind: Type.String({ description: '`risk` or `routing`.', examples: ['risk'] }) }),
  body: BenchBody,
  gives: 'application/jsonl',
  answers: { 200: LINES },
  handle: async (gateway, { caller, params, body }) => {
    const kind = ruleKind(params.kind)
    const period = { from: new Date(body.created_from), to: new Date(body.created_to) }
    const request = await readTriedRules(gateway, caller.merchantId, { kind, written: body.rules, ...period })
    // Counts and examples would reveal which shoppers such rules are about.
    if (request.rules.some(({ when }) => when.some(isAboutPerson))) requireCustomers(caller)
    const bench = await startBench(gateway, caller.merchantId, request)
    const contentType = 'application/jsonl; charset=utf-8'
    return { status: 200, stream: linesOf(bench), contentType, fileName: `${kind}-rules-test.jsonl` }
  },
})
