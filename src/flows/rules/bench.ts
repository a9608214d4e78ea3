import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Position } from '#domain/page.ts'
import { type Problem, problem, RequestError } from '#domain/problem.ts'
import { Bench, type BenchResult } from '#domain/rules/bench.ts'
import { countersOf } from '#domain/rules/counters.ts'
import { readRule } from '#domain/rules/read-rules.ts'
import type { Rule, RuleKind } from '#domain/rules/rule.ts'
import { ruleProblems } from '#domain/rules/rule-problems.ts'
import { listPastPayments, type PastPayment } from '#store/rules/past-payments.ts'
import type { Gateway } from '../gateway.ts'
import { hidePeopleOf } from '../payment/authorize/hide-people.ts'
import { knownToRules } from './index.ts'
import { readTerminals } from './terminals.ts'

export interface BenchRequest {
  readonly kind: RuleKind
  readonly rules: readonly Rule[]
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

/** Number of counted payments, and the time up to which they began. */
export interface BenchProgress {
  readonly payments: number
  readonly reached: Date
  readonly soFar: () => BenchResult
}

/** Transactions in memory; no connection is held between two pages. */
const PAGE = 500
/** Maximum time before other requests of this process get a turn. */
const SLICE_MS = 5
/** Maximum per process; each holds counts in memory. */
const MOST_AT_ONCE = 2

let running = 0

/** Reads rules for a bench, validated like saved ones. @throws RequestError `invalid` with every problem */
export async function readTriedRules(
  gateway: Gateway,
  merchantId: string,
  { kind, written, from, to }: Omit<BenchRequest, 'rules'> & { readonly written: unknown },
): Promise<BenchRequest> {
  const problems = [
    ...ruleProblems(written, kind, await knownToRules(gateway, merchantId)),
    ...periodProblems(from, to),
  ]
  if (problems.length > 0) throw new RequestError('invalid', problems)
  return { kind, rules: (written as readonly unknown[]).map(readRule), from, to }
}

function periodProblems(from: Date, to: Date): readonly Problem[] {
  return from < to ? [] : [problem('created_to', 'Use a time after created_from.')]
}

/**
 * Tries rules on past payments, page by page in chronological order (docs/reference/routing-rules.md#the-bench). Saves
 * nothing. Ending the generator ends the bench.
 * @returns its progress, and at last its result; it throws `unavailable` while too many are running
 * @throws RequestError 404 for an unknown merchant
 */
export async function startBench(
  gateway: Gateway,
  merchantId: string,
  request: BenchRequest,
): Promise<AsyncGenerator<BenchProgress, BenchResult>> {
  const bench = new Bench(gateway, request, await readTerminals(gateway, merchantId), hidePeopleOf(gateway, merchantId))
  return pagesOf(gateway, merchantId, request, bench)
}

const BUSY = problem('', 'Other rules are being tried. Try again in a few seconds.')

async function* pagesOf(gateway: Gateway, merchantId: string, { rules, from, to }: BenchRequest, bench: Bench) {
  if (running >= MOST_AT_ONCE) throw new RequestError('unavailable', [BUSY], 5)
  running += 1
  try {
    let after: Position | undefined
    for (let page: readonly PastPayment[] = []; ; ) {
      const period = { from: new Date(from.getTime() - lookBackMs(rules)), to, after }
      page = await gateway.reads.readBatch((sql) => listPastPayments(sql, merchantId, period, PAGE))
      await judge(bench, page)
      after = page.at(-1)?.transaction
      if (page.length < PAGE) return bench.result()
      const soFar = () => bench.result()
      yield { payments: bench.payments, reached: page.at(-1)!.transaction.createdAt, soFar }
    }
  } finally {
    running -= 1
  }
}

/** Payments before the period are counted by its first ones. */
function lookBackMs(rules: readonly Rule[]): number {
  return Math.max(0, ...countersOf(rules).map(({ withinSeconds }) => withinSeconds)) * 1000
}

async function judge(bench: Bench, page: readonly PastPayment[]): Promise<void> {
  let since = performance.now()
  for (const { transaction, isErased } of page) {
    bench.add(transaction, isErased)
    if (performance.now() - since < SLICE_MS) continue
    await letOthersRun()
    since = performance.now()
  }
}
