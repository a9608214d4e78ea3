import { type Facts, factsOf } from '#domain/rules/facts.ts'
import { type ConfigSnapshot, merchantTime } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import type { PreparedPayment } from './record-intent.ts'

/** Facts of a payment that is about to be recorded. @param method its name, as terminals have it */
export function paymentFacts(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  method: string,
  { transaction, instrument }: Pick<PreparedPayment, 'transaction' | 'instrument'>,
): Facts {
  const card = instrument.kind === 'card' ? instrument.card : null
  const now = merchantTime(gateway, snapshot)
  const { timeZone } = snapshot.config.merchant
  return factsOf({ payment: transaction, method, card, timeZone, now })
}
