import type { Routing, SkipReason } from './routing.ts'

const REASONS: Readonly<Record<SkipReason, string>> = {
  method: 'does not take this payment method',
  type: 'does not take this type of transaction',
  currency: 'does not take this currency',
  country: 'does not take customers of this country',
  brand: 'does not take this brand of card',
  customer: 'needs more about the customer',
  cvv: 'needs the security code of the saved card',
  'not-on-terminal': 'is not on the terminal',
  inactive: 'is inactive',
  agreement: 'cannot charge this agreement',
  'circuit-open': 'was not answering',
}

/** Short label of the rule that chose the accounts. */
export function routingTitle({ rule, version }: Routing): string {
  return rule === null ? `No routing rule of version ${version} matched` : `Routed by rule ${rule}, version ${version}`
}

/** A sentence for each account, in the order of evaluation, and for each shadow rule. */
export function routingSentences(
  { accounts, shadow = [] }: Routing,
  nameOf: (id: string) => string,
): readonly string[] {
  return [
    ...accounts.map(({ id, reason }) =>
      reason ? `${nameOf(id)} was passed over: it ${REASONS[reason]}.` : `${nameOf(id)} was asked.`,
    ),
    ...shadow.map(({ rule }) => `Rule ${rule}, in shadow, would have chosen otherwise.`),
  ]
}
