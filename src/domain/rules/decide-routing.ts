import { type Abilities, inabilityOf, type PayableTerms, terminalAccounts } from '../eligibility.ts'
import type { ProviderAccount, TerminalConfig } from '../merchant.ts'
import type { Counts } from './counters.ts'
import type { Facts } from './facts.ts'
import { matchesRule } from './matches.ts'
import { preferredAccounts } from './preferred-accounts.ts'
import type { Candidate, RoutingPlan } from './routing.ts'
import type { Rule, RuleSet } from './rule.ts'

export interface PaymentToRoute extends PayableTerms {
  readonly orderId: string
  readonly facts: Facts
}

export interface RoutingDecision {
  readonly plan: RoutingPlan
  /** Accounts that may be called: the rule's, then the terminal's others. */
  readonly accounts: readonly ProviderAccount[]
}

/** Orders accounts by the first matching rule (docs/reference/routing-rules.md). @param chargeable in the terminal's order */
export function decideRouting(
  abilities: Abilities,
  config: TerminalConfig,
  set: RuleSet,
  payment: PaymentToRoute,
  chargeable: readonly ProviderAccount[],
): RoutingDecision {
  const { rule, shadow } = firstMatch(set.rules, payment.facts)
  const preferred = rule ? preferredAccounts(rule.then, payment, chargeable) : []
  const inTerminalOrder = terminalAccounts(config).map(({ providerAccountId }) => providerAccountId)
  const candidates = [...new Set([...preferred, ...inTerminalOrder])].map((id) =>
    candidate(abilities, config, payment, chargeable, id),
  )
  const able = candidates.filter(({ reason }) => reason === undefined)
  const accounts = able.flatMap(({ id }) => chargeable.filter(({ providerAccountId }) => providerAccountId === id))
  const named = shadow.length > 0 && { shadow: shadow.map(({ name }) => ({ rule: name })) }
  const plan = { rule: rule?.name ?? null, version: set.version, ...named, order: preferred, candidates }
  return { plan, accounts }
}

/** Routing rules have no counters. */
const NO_COUNTS: Counts = new Map()

/** First active rule that matches, and shadow rules before it that would have decided. */
export function firstMatch(rules: readonly Rule[], facts: Facts): { rule: Rule | undefined; shadow: readonly Rule[] } {
  const matching = rules.filter((rule) => rule.status !== 'OFF' && matchesRule(rule, facts, NO_COUNTS))
  const at = matching.findIndex(({ status }) => status === 'ACTIVE')
  return { rule: matching[at], shadow: at === -1 ? matching : matching.slice(0, at) }
}

function candidate(
  abilities: Abilities,
  config: TerminalConfig,
  payment: PayableTerms,
  chargeable: readonly ProviderAccount[],
  id: string,
): Candidate {
  const account = terminalAccounts(config).find(({ providerAccountId }) => providerAccountId === id)
  // A terminal without a list has every active account.
  const listed = config.terminal?.providerAccounts ?? []
  if (!account) return { id, reason: listed.length === 0 || listed.includes(id) ? 'inactive' : 'not-on-terminal' }
  const inability = inabilityOf(abilities, account, payment)
  if (inability) return { id, reason: inability }
  return chargeable.includes(account) ? { id } : { id, reason: 'agreement' }
}
