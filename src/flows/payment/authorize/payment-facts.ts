import { type Facts, factsOf } from '#domain/rules/facts.ts'
import { withDigests } from '#domain/rules/hidden-values.ts'
import type { Condition } from '#domain/rules/rule.ts'
import { type ConfigSnapshot, merchantTime } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { hidePeopleOf } from './hide-people.ts'
import type { PreparedPayment } from './record-intent.ts'

/** The longest BIN. */
const BIN_DIGITS = 8

/** Facts of a payment before its record. @param method its name, as terminals have it */
export async function paymentFacts(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  method: string,
  { transaction, instrument }: Pick<PreparedPayment, 'transaction' | 'instrument'>,
): Promise<Facts> {
  const card = instrument.kind === 'card' ? instrument.card : null
  const now = merchantTime(gateway, snapshot)
  const { timeZone } = snapshot.config.merchant
  const { risk, routing } = snapshot.rules
  const asked = [...risk.rules, ...routing.rules]
  const asksCountry = asked.some(({ when }) => when.some(isOnCardCountry))
  const cardCountry =
    card && asksCountry ? await gateway.findCardCountry(card.number.reveal().slice(0, BIN_DIGITS)) : null
  const facts = factsOf({ payment: transaction, method, card, cardCountry, timeZone, now })
  return withDigests(facts, asked, hidePeopleOf(gateway, transaction.merchantId))
}

function isOnCardCountry({ field }: Condition): boolean {
  return field === 'card_country'
}
