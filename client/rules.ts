import type { Connection } from './connection.ts'
import type { RuleEvaluation, RuleSet, RulesToSave } from './schema.ts'

/** `risk`: which payments to stop or mark. `routing`: which provider account to ask first. */
export type RuleKind = 'risk' | 'routing'

/** Rules that decide about payments, each kind one ordered set. */
export class Rules {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** @param version an older one; the present one without it */
  show(kind: RuleKind, version?: number): Promise<RuleSet> {
    return this.#connection.call('GET', pathOf(kind), { query: { version } })
  }

  /**
   * Replaces the whole set.
   * @param seen version that the change is based on
   * @throws TollgateError with status 412 if the set has another version meanwhile
   */
  save(kind: RuleKind, rules: RulesToSave['rules'], seen: number): Promise<RuleSet> {
    return this.#connection.call('PUT', pathOf(kind), { body: { rules }, ifMatch: seen })
  }

  /** Decides about a hypothetical payment: fields of rules with their values. Nothing is stored. */
  evaluate(kind: RuleKind, payment: Readonly<Record<string, unknown>>): Promise<RuleEvaluation> {
    return this.#connection.call('POST', `${pathOf(kind)}/evaluate`, { body: payment })
  }
}

function pathOf(kind: RuleKind): string {
  return `/api/rules/${kind}`
}
