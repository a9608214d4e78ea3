import { refusalOf } from '#domain/acceptance.ts'
import type { NextStep } from '#domain/next-step.ts'
import { attempt } from '../attempt/index.ts'
import type { Gateway } from '../gateway.ts'
import { draftTransaction } from './draft-transaction.ts'
import { missingRate } from './normalize.ts'
import type { Order } from './order.ts'
import { checkReference, recordIntent } from './record-intent.ts'
import { refuse } from './refuse.ts'
import { wishOf } from './wish.ts'

/**
 * Takes an order as far as it can go without the shopper (contract section 5, "Order of work"): merchant and terminal
 * are checked, the payment method is opened, the intent is committed, and only then anybody outside is asked.
 * @throws Refusal for encrypted fields that do not hold what they should and for a reference that is taken
 */
export function authorize(gateway: Gateway, order: Order): Promise<NextStep> {
  return gateway.directory.decide(order.merchantId, order.terminalId, async (picture) => {
    const { directory } = picture
    const refusal = refusalOf(directory, wishOf(gateway, order)) ?? missingRate(directory.merchant, order)
    if (refusal) return refuse(gateway, directory, order, refusal)

    const draft = await draftTransaction(gateway, picture, order)
    if ('refusal' in draft) {
      await checkReference(gateway, order)
      return refuse(gateway, directory, order, draft.refusal)
    }
    return attempt(gateway, await recordIntent(gateway, directory, order, draft))
  })
}
