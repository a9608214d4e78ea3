import type { Brand } from '#domain/brands.ts'
import type { Customer } from '#domain/customer.ts'
import { inabilityOf, terminalAccounts } from '#domain/eligibility.ts'
import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import { invalid } from '#domain/problem.ts'
import { decideRouting } from '#domain/rules/decide-routing.ts'
import type { Facts } from '#domain/rules/facts.ts'
import { withDigests } from '#domain/rules/hidden-values.ts'
import { beginRouting, type Routing } from '#domain/rules/routing.ts'
import type { RuleSet } from '#domain/rules/rule.ts'
import type { OriginalType } from '#domain/transaction-type.ts'
import type { Gateway } from '../gateway.ts'
import { hidePeopleOf } from '../payment/authorize/hide-people.ts'
import { readTerminals } from './terminals.ts'

/**
 * Routes a hypothetical payment by the current rules, without calls (docs/reference/routing-rules.md#evaluate).
 * @param orderId by which a split decides
 * @returns undefined without rules
 * @throws RequestError `invalid` on `terminal_id`
 */
export async function evaluateRouting(
  gateway: Gateway,
  merchantId: string,
  set: RuleSet,
  given: Facts,
  orderId: string,
): Promise<Routing | undefined> {
  if (set.version === 0) return undefined
  const terminals = await readTerminals(gateway, merchantId)
  const wanted = given.terminal_id ?? terminals[0]?.terminal?.terminalId
  const config = terminals.find(({ terminal }) => terminal?.terminalId === wanted)
  if (!config) throw invalid('terminal_id', 'Use the ID of one of your terminals.')
  const facts = withDigests(given, set.rules, hidePeopleOf(gateway, merchantId))
  const payment = { ...termsOf(config, given), orderId, facts: { ...DEFAULTS, terminal_id: wanted!, ...facts } }
  const able = terminalAccounts(config).filter((account) => !inabilityOf(gateway, account, payment))
  const { plan, accounts } = decideRouting(gateway, config, set, payment, able)
  return beginRouting(plan, (await firstToAsk(gateway, accounts))?.providerAccountId)
}

const DEFAULTS = {
  transaction_type: 'PURCHASE',
  payment_method: 'card',
  initiated_by: 'CUSTOMER',
  saved_card: false,
} as const

/** Terms of the payment; missing ones match every account. */
function termsOf({ merchant }: TerminalConfig, given: Facts) {
  const facts: Facts = { ...DEFAULTS, ...given }
  const { brand = null, country = null, currency = merchant.settlementCurrency } = facts
  const maskedCard = { brand: brand as Brand | null }
  return {
    transactionType: facts.transaction_type as OriginalType,
    paymentMethod: String(facts.payment_method),
    amount: BigInt(facts.amount ?? 0n),
    currency: String(currency ?? 'EUR'),
    instrument:
      brand === null ? ({ kind: 'redirect' } as const) : ({ kind: 'card', card: { maskedCard, cvv: true } } as const),
    customer: { ...TOLD, country: country as string | null },
  }
}

/** Customer with every field that a provider may require. */
const TOLD: Customer = {
  ...{ id: '', firstName: '', lastName: '', address: '', city: '' },
  ...{ country: null, postalCode: '', email: '', phone: '' },
}

/** Reads circuits as a payment would, without using its probe. */
async function firstToAsk({ circuits }: Gateway, accounts: readonly ProviderAccount[]) {
  for (const account of accounts) {
    const { state } = await circuits.circuitOf(account)
    if (state !== 'OPEN') return account
  }
  return undefined
}
