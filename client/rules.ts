import { Resource } from './resource.ts'
import type { RuleEvaluation, RuleSet, RulesToSave, TestRulesRequest } from './schema.ts'

/** `risk`: which payments to stop or mark. `routing`: which provider account to ask first. */
export type RuleKind = 'risk' | 'routing'

interface Moves {
  readonly moved?: readonly { readonly from: string; readonly to: string; readonly payments: number }[]
  readonly approval_of_target?: { readonly rate: number | null; readonly comparable: number }
}

/** Matches of rules on past payments, with what became of those. */
export interface RulesTestResult extends Moves {
  readonly payments: number
  readonly rules: readonly (Moves & {
    readonly name: string
    readonly matched: number
    readonly approved: number
    readonly declined: number
    readonly refunded: number
    readonly fraud: number
    readonly amounts: readonly { readonly currency: string; readonly amount: bigint }[]
    readonly examples: readonly string[]
  })[]
  /** Payments whose records no longer have what a rule asks for. */
  readonly skipped: number
  readonly skipped_fields: readonly { readonly field: string; readonly payments: number }[]
}

export interface RulesTestProgress {
  readonly progress: { readonly payments: number; readonly reached: string }
}

/** Rules that decide about payments, each kind one ordered set. */
export class Rules extends Resource {
  /** @param version an older one; the present one without it */
  show(kind: RuleKind, version?: number): Promise<RuleSet> {
    return this.connection.call('GET', pathOf(kind), { query: { version } })
  }

  /**
   * Replaces the whole set.
   * @param seen version that the change is based on
   * @throws TollgateError with status 412 if the set has another version meanwhile
   */
  save(kind: RuleKind, rules: RulesToSave['rules'], seen: number): Promise<RuleSet> {
    return this.connection.call('PUT', pathOf(kind), { body: { rules }, ifMatch: seen })
  }

  /**
   * Tries rules on past payments: progress, and the result as the last item. Nothing is saved; leaving the loop stops it.
   * @throws TollgateError
   */
  test(kind: RuleKind, draft: TestRulesRequest): AsyncGenerator<RulesTestProgress | RulesTestResult> {
    return this.connection.lines(`${pathOf(kind)}/test`, draft)
  }

  /** Decides about a hypothetical payment: fields of rules with their values. Nothing is stored. */
  evaluate(kind: RuleKind, payment: Readonly<Record<string, unknown>>): Promise<RuleEvaluation> {
    return this.connection.call('POST', `${pathOf(kind)}/evaluate`, { body: payment })
  }
}

function pathOf(kind: RuleKind): string {
  return `/api/rules/${kind}`
}
