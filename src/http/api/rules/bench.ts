import { Type } from 'typebox'
import { exactInteger } from '#domain/exact-json.ts'
import type { BenchResult } from '#domain/rules/bench.ts'
import { isAboutPerson } from '#domain/rules/fields.ts'
import { type BenchProgress, readTriedRules, startBench } from '#flows/rules/bench.ts'
import { ruleKind } from '#flows/rules/index.ts'
import { RuleSetBody } from '#interface/rule.ts'
import { requireCustomers } from '../../request/client-limits.ts'
import { post } from '../../route.ts'

const BenchBody = Type.Object({
  ...RuleSetBody.properties,
  created_from: Type.String({ format: 'date-time', description: 'Payments that began then or later.' }),
  created_to: Type.String({ format: 'date-time', description: 'Payments that began before.' }),
})

const PROGRESS = { progress: { payments: 500, reached: '2026-11-02T10:00:00.000Z' } }
const RESULT = {
  payments: 812,
  rules: [
    {
      ...{ name: 'Large orders', matched: 9, approved: 7, declined: 2, refunded: 1, fraud: 0 },
      amounts: [{ currency: 'EUR', amount: 812_000 }],
      examples: ['trx_2x4vUJ8cKMG2bDPAxgSlOErjXFa'],
    },
  ],
  skipped: 0,
  skipped_fields: [],
}

/** Lines of a bench (docs/reference/routing-rules.md#result). */
const BenchLines = Type.String({
  examples: [`${JSON.stringify(PROGRESS)}\n${JSON.stringify(RESULT)}\n`],
  description:
    'Lines of JSON: the number of payments so far and the time that they reach; the last line is the result. Without it, the test was stopped. Routing rules also have `moved` and `approval_of_target`.',
})

function benchResultView({ payments, rules, skipped, skippedFields, total }: BenchResult) {
  return {
    payments,
    rules: rules.map(({ amounts, moved, approvalOfTarget, latest: _, ...rule }) => ({
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

export const testRulesRoute = post('/api/rules/:kind/test', {
  guard: 'merchant',
  permission: 'rules.read',
  tag: 'Rules',
  operation: 'testRules',
  summary: 'Try rules on past payments',
  description: 'Saves nothing. Close the connection to stop it.',
  params: Type.Object({ kind: Type.String({ description: '`risk` or `routing`.', examples: ['risk'] }) }),
  body: BenchBody,
  gives: 'application/jsonl',
  answers: { 200: BenchLines },
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
