import { type Abilities, inabilityOf, terminalAccounts } from '../eligibility.ts'
import type { TerminalConfig } from '../merchant.ts'
import { isDeclinedByAnswer, type Transaction } from '../transaction.ts'
import { originalType } from '../transaction-type.ts'
import { type Approval, type Moved, type RuleTally, Tally } from './bench-tally.ts'
import { type Counts, countersOf } from './counters.ts'
import { decideRisk, endsRules } from './decide-risk.ts'
import { decideRouting, firstMatch } from './decide-routing.ts'
import type { Facts } from './facts.ts'
import { type Hide, withDigests } from './hidden-values.ts'
import { matchesCondition } from './matches.ts'
import { type PastFacts, pastFactsOf } from './past-facts.ts'
import { ReplayedCounts } from './replayed-counts.ts'
import type { Condition, Rule, RuleKind } from './rule.ts'

interface Tried {
  readonly kind: RuleKind
  readonly rules: readonly Rule[]
  readonly from: Date
}

interface RoutingResult {
  readonly moved: readonly Moved[]
  readonly approvalOfTarget: Approval
}

/** Result of a bench (docs/reference/routing-rules.md#result). */
export interface BenchResult {
  readonly payments: number
  readonly rules: readonly (RuleTally & Partial<RoutingResult>)[]
  /** Payments whose records lack a field that a rule needs. */
  readonly skipped: number
  readonly skippedFields: readonly { readonly field: string; readonly payments: number }[]
  readonly total?: RoutingResult
}

/** Tries rules on past payments, which are added in the order of time. */
export class Bench {
  readonly #abilities: Abilities
  readonly #tried: Tried
  readonly #hide: Hide
  readonly #terminals: ReadonlyMap<string, TerminalConfig>
  readonly #counts: ReplayedCounts
  readonly #tallies: ReadonlyMap<string, Tally>
  readonly #skippedFields = new Map<string, number>()
  readonly #total = new Tally()
  #payments = 0
  #skipped = 0

  constructor(abilities: Abilities, tried: Tried, terminals: readonly TerminalConfig[], hide: Hide) {
    this.#hide = hide
    this.#abilities = abilities
    this.#tried = tried
    this.#terminals = new Map(terminals.map((config) => [config.terminal!.terminalId, config]))
    const counters = countersOf(tried.rules)
    this.#counts = new ReplayedCounts(counters, tried.from.getTime())
    this.#tallies = new Map(tried.rules.map(({ name }) => [name, new Tally()]))
  }

  get payments(): number {
    return this.#payments
  }

  add(transaction: Transaction, isErased: boolean): void {
    if (!isJudged(transaction, this.#tried.kind)) return
    const config = this.#terminals.get(transaction.terminalId)
    if (!config) return
    const found = pastFactsOf(transaction, isErased, config.merchant.timeZone)
    const past = { ...found, facts: withDigests(found.facts, this.#tried.rules, this.#hide) }
    const at = transaction.createdAt.getTime()
    const counts = this.#counts.countsFor(past.facts, at)
    const isCounted = transaction.createdAt >= this.#tried.from
    const missing = missingField(this.#tried.rules, past, counts, !this.#counts.isWhole(at))
    if (isCounted) this.#payments += 1
    if (missing !== undefined && isCounted) this.#skip(missing)
    const matched = missing === undefined ? this.#matchedBy(past.facts, counts) : { names: [], isBlocked: false }
    if (isCounted) this.#tally(matched.names, transaction, past.facts, config)
    const isListed = transaction.data?.risk?.decision === 'BLOCK' && transaction.data.risk.list !== null
    if (!matched.isBlocked && !isListed) this.#counts.add(past.facts, countedAs(transaction, at, past.facts))
  }

  #skip(field: string): void {
    this.#skipped += 1
    this.#skippedFields.set(field, (this.#skippedFields.get(field) ?? 0) + 1)
  }

  #matchedBy(facts: Facts, counts: Counts): { names: readonly string[]; isBlocked: boolean } {
    const { kind, rules } = this.#tried
    if (kind === 'routing') {
      const { rule, shadow } = firstMatch(rules, facts)
      return { names: [...shadow, ...(rule ? [rule] : [])].map(({ name }) => name), isBlocked: false }
    }
    const { decision, matched, shadow } = decideRisk(rules, facts, counts)
    return { names: [...shadow, ...matched].map(({ rule }) => rule), isBlocked: decision === 'BLOCK' }
  }

  #tally(names: readonly string[], transaction: Transaction, facts: Facts, config: TerminalConfig): void {
    for (const name of names) {
      const tally = this.#tallies.get(name)!
      tally.add(transaction)
      if (this.#tried.kind !== 'routing') continue
      const target = this.#targetOf(name, transaction, facts, config)
      tally.addRoute(transaction, target)
      if (name === names.at(-1)) this.#total.addRoute(transaction, target)
    }
  }

  /** Account that a rule would have begun with, by the terminal's current settings. */
  #targetOf(name: string, transaction: Transaction, facts: Facts, config: TerminalConfig): string | undefined {
    const rule = this.#tried.rules.find((one) => one.name === name)!
    const rules = [{ ...rule, status: 'ACTIVE' as const }]
    const { customer, amount, currency, orderId, paymentMethod } = transaction
    const { brand } = paymentMethod
    const instrument =
      facts.card_hash == null ? REDIRECT : { kind: 'card' as const, card: { maskedCard: { brand }, cvv: true } }
    const terms = {
      transactionType: originalType(transaction),
      paymentMethod: String(facts.payment_method),
      amount,
      currency,
    }
    const payment = { ...terms, instrument, customer, orderId, facts }
    const able = terminalAccounts(config).filter((account) => !inabilityOf(this.#abilities, account, payment))
    const set = { kind: 'routing', version: 0, rules, updatedAt: null, updatedBy: null } as const
    return decideRouting(this.#abilities, config, set, payment, able).accounts[0]?.providerAccountId
  }

  result(): BenchResult {
    const isRouting = this.#tried.kind === 'routing'
    const rules = [...this.#tallies].map(([name, tally]) => {
      const { moved, approvalOfTarget } = tally
      return { ...tally.result(name), ...(isRouting && { moved, approvalOfTarget }) }
    })
    const skippedFields = [...this.#skippedFields].map(([field, payments]) => ({ field, payments }))
    const { moved, approvalOfTarget } = this.#total
    const total = isRouting && { total: { moved, approvalOfTarget } }
    return { payments: this.#payments, rules, skipped: this.#skipped, skippedFields, ...total }
  }
}

/** True for originals that no terminal refused; risk rules do not judge payouts. */
function isJudged({ parentId, transactionType, processingResult }: Transaction, kind: RuleKind): boolean {
  if (parentId !== null || processingResult.paymentProviderAccountId === null) return false
  return kind === 'routing' || transactionType !== 'PAYOUT'
}

const REDIRECT = { kind: 'redirect' } as const

function countedAs(transaction: Transaction, at: number, facts: Facts) {
  const { amount, currency } = transaction
  const card = facts.card_hash == null ? null : String(facts.card_hash)
  return { at, amount, currency, card, isDeclined: isDeclinedByAnswer(transaction) }
}

/** First missing field that the decision on a payment needs; undefined if there is none. */
function missingField(rules: readonly Rule[], past: PastFacts, counts: Counts, isCut: boolean): string | undefined {
  const isUnknown = (condition: Condition) => past.isUnknown(condition) || (isCut && condition.per !== undefined)
  for (const rule of rules) {
    if (rule.status === 'OFF') continue
    const unknown = rule.when.filter(isUnknown)
    const known = rule.when.filter((condition) => !unknown.includes(condition))
    if (!known.every((condition) => matchesCondition(condition, past.facts, counts))) continue
    if (unknown[0]) return unknown[0].field
    if (rule.status === 'ACTIVE' && endsRules(rule)) return undefined
  }
  return undefined
}
