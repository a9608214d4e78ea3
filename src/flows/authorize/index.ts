import { refusalOf } from '#domain/acceptance.ts'
import type { NextStep } from '#domain/next-step.ts'
import { attempt } from '../attempt/index.ts'
import type { Gateway } from '../gateway.ts'
import { draftTransaction } from './draft-transaction.ts'
import { featureRefusal } from './feature-refusal.ts'
import { missingRate } from './normalize.ts'
import { openPaymentMethod } from './open-payment-method.ts'
import type { Order } from './order.ts'
import { checkReference, recordIntent } from './record-intent.ts'
import { refuse } from './refuse.ts'
import { wishOf } from './wish.ts'

/**
 * Takes a card order as far as it can go without the shopper (contract section 5, "Order of work"): merchant and
 * terminal are checked, the card is decrypted, the intent is committed, and only then anybody outside is asked.
 * @throws Refusal for encrypted fields that do not hold a card and for a reference that is taken
 */
export function authorize(gateway: Gateway, order: Order): Promise<NextStep> {
  return gateway.directory.decide(order.merchantId, order.terminalId, async (picture) => {
    const { directory } = picture
    const refusal = refusalOf(directory, wishOf(gateway, order)) ?? missingRate(directory.merchant, order)
    if (refusal) return refuse(gateway, directory, order, refusal)

    const card = await openPaymentMethod(gateway, picture, order)
    const draft = draftTransaction(gateway, directory, order, card)
    const refused = featureRefusal(order) ?? draft.refusal
    if (refused) {
      await checkReference(gateway, order)
      return refuse(gateway, directory, order, refused)
    }

    return attempt(gateway, await recordIntent(gateway, directory, order, draft))
  })
}
