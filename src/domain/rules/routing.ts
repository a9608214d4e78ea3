import type { Inability } from '../eligibility.ts'
import type { ProviderAccount } from '../merchant.ts'

/** Reason why an account was passed over (docs/reference/routing-rules.md#reasons). */
export type SkipReason = Inability | 'not-on-terminal' | 'inactive' | 'agreement' | 'circuit-open'

export interface RoutedAccount {
  readonly id: string
  readonly outcome: 'ASKED' | 'SKIPPED'
  readonly reason?: SkipReason
}

/** Routing of a payment, stored in its `data` by the intent (docs/reference/routing-rules.md#the-record). */
export interface Routing {
  readonly rule: string | null
  readonly version: number
  readonly accounts: readonly RoutedAccount[]
  /** Shadow rules that would have decided. */
  readonly shadow?: readonly { readonly rule: string }[]
  /** IDs of the rule's preferred accounts, in order; retries follow it. Not shown. */
  readonly order: readonly string[]
}

/** Account that may be called, or the reason why not. */
export interface Candidate {
  readonly id: string
  readonly reason?: SkipReason
}

/** Decision of the rules, before circuits are checked. */
export interface RoutingPlan extends Omit<Routing, 'accounts'> {
  /** The rule's accounts, then the terminal's others. */
  readonly candidates: readonly Candidate[]
}

/** Routing for the intent, with skipped accounts. @param asked undefined if all circuits are open */
export function beginRouting({ candidates, ...plan }: RoutingPlan, asked: string | undefined): Routing {
  const at = candidates.findLastIndex(({ id, reason }) => (asked === undefined ? reason === undefined : id === asked))
  const reached = candidates.slice(0, at + 1)
  const named = candidates.slice(at + 1).filter(({ id, reason }) => reason && plan.order.includes(id))
  return { ...plan, accounts: [...reached, ...named].map((one) => outcomeOf(one, asked)) }
}

/** `data` when another account is called. @param accounts callable ones, in order, including the called one */
export function withAsked<Data extends { readonly routing?: Routing }>(
  data: Data | null,
  accounts: readonly ProviderAccount[],
  { providerAccountId }: ProviderAccount,
): Data | null {
  return data?.routing ? { ...data, routing: continueRouting(data.routing, accounts, providerAccountId) } : data
}

function continueRouting(routing: Routing, accounts: readonly ProviderAccount[], asked: string): Routing {
  const ids = accounts.map(({ providerAccountId }) => providerAccountId)
  const reached = ids.slice(0, ids.indexOf(asked) + 1).map((id) => outcomeOf({ id }, asked))
  const isNew = (one: RoutedAccount) =>
    !routing.accounts.some(({ id, outcome }) => id === one.id && outcome === one.outcome)
  return { ...routing, accounts: [...routing.accounts, ...reached.filter(isNew)] }
}

function outcomeOf({ id, reason }: Candidate, asked: string | undefined): RoutedAccount {
  if (id === asked) return { id, outcome: 'ASKED' }
  return { id, outcome: 'SKIPPED', reason: reason ?? 'circuit-open' }
}

/** Sorts accounts in the terminal's order by the rule that the payment began with. */
export function inRoutedOrder(
  accounts: readonly ProviderAccount[],
  routing: Routing | undefined,
): readonly ProviderAccount[] {
  const preferred = (routing?.order ?? []).flatMap((id) => accounts.filter((one) => one.providerAccountId === id))
  return [...preferred, ...accounts.filter((one) => !preferred.includes(one))]
}
