import { plainEmail } from '#domain/email.ts'
import { newId } from '#domain/ids.ts'
import { type Problem, problem, RequestError } from '#domain/problem.ts'
import { decideRisk, riskDataOf } from '#domain/rules/decide-risk.ts'
import { emailFacts, type Facts } from '#domain/rules/facts.ts'
import { fieldOf } from '#domain/rules/fields.ts'
import { isHidden, withDigests } from '#domain/rules/hidden-values.ts'
import type { RiskData, RuleSet } from '#domain/rules/rule.ts'
import { hourIn } from '#domain/time-zone.ts'
import { isMarkedForReview } from '#domain/transaction-data.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { readClockAhead } from '#store/merchants/test-clock.ts'
import { countPayment } from '#store/rules/counted-payments.ts'
import type { Gateway } from '../gateway.ts'
import { countingOf, countsOf } from '../payment/authorize/counting.ts'
import { hidePeopleOf } from '../payment/authorize/hide-people.ts'
import { riskByLists } from '../payment/authorize/judge-by-lists.ts'

/** Payment methods whose shopper can be challenged. */
const CHALLENGED: readonly unknown[] = [undefined, 'card', 'saved_card', 'network-token', 'walleta-pay']

/** Facts of a flat body (docs/reference/rules.md#evaluate). @throws RequestError `invalid` naming every invalid field */
export function readFacts(written: Readonly<Record<string, unknown>>): Facts {
  const entries = Object.entries(written).map(([name, value]) => ({ name, field: fieldOf(name), value }))
  const read = entries.map((entry) => ({
    ...entry,
    fact: isHidden(entry.value) ? undefined : entry.field?.kind.read(entry.value),
  }))
  const problems = read.flatMap(({ name, field, fact }): Problem[] => {
    if (!field || field.isCounter) return [problem(name, 'Use a field of rules that is no counter.')]
    return fact === undefined ? [problem(name, field.kind.advice)] : []
  })
  if (problems.length > 0) throw new RequestError('invalid', problems)
  const facts = Object.fromEntries(read.map(({ name, fact }) => [name, fact!]))
  return typeof facts.email === 'string'
    ? { ...emailFacts(facts.email), ...facts, email: plainEmail(facts.email) }
    : facts
}

/** Stores nothing. @returns `data.risk` as of the approved payment; undefined without rules, unless a list decides */
export async function evaluateRisk(
  gateway: Gateway,
  merchantId: string,
  { rules, version }: RuleSet,
  given: Facts,
): Promise<(RiskData & { readonly review?: 'OPEN' }) | undefined> {
  const merchant = await findMerchant(gateway.sql, merchantId)
  const now = new Date(gateway.clock.now().getTime() + (await readClockAhead(gateway.sql, merchantId)) * 1000)
  const listed = await riskByLists(gateway, merchant!, version, given, now)
  if (listed || version === 0) return listed
  const method = given.payment_method
  const facts = {
    initiated_by: method === 'agreement' ? 'MERCHANT' : 'CUSTOMER',
    saved_card: method === 'saved_card' || method === 'agreement',
    hour: BigInt(hourIn(merchant!.timeZone, now)),
    ...withDigests(given, rules, hidePeopleOf(gateway, merchantId)),
  }
  const counting = countingOf(gateway, merchantId, rules, facts)
  const payment = { merchantId, id: newId('trx'), at: now, amount: 0n, currency: '', card: null }
  const counts = counting.asked.length === 0 ? [] : await countPayment(gateway.sql, payment, [], counting.asked)
  const risk = riskDataOf(decideRisk(rules, facts, countsOf(counting, counts)), version, CHALLENGED.includes(method))
  return isMarkedForReview({ risk }) && risk.decision !== 'BLOCK' ? { ...risk, review: 'OPEN' } : risk
}
