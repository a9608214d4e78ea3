import { NOT_ENROLLED } from '#test/test-merchant.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { place } from './place.ts'
import { troubles } from './troubles.ts'

const MOST = 100_000

/** Results of a charge under an agreement, one for each time that it is asked for. */
const OUTCOMES = ['1004,0000', '1000,0000', '1004,1004', '0000']

/** An agreement is made by a payment; a charge under it is declined, and asked for again on a later day. */
export async function subscription(context: ScenarioContext): Promise<void> {
  const amount = context.chance.integer(100, MOST)
  const { answer } = await place(context, {
    kind: 'PURCHASE',
    amount,
    metadata: { ...NOT_ENROLLED, ...troubles(context.chance) },
    changes: {
      tokenization: { save_card_for_future_payments: true },
      agreement: { purpose: 'UNSCHEDULED', description: 'Beans when you need them' },
    },
  })
  if (answer.class !== 'yes' || answer.status !== 'APPROVED' || answer.agreementId === null) return
  const { agreementId: agreement_id } = answer
  const { response_code: _, ...trouble } = troubles(context.chance)
  await place(context, {
    kind: 'PURCHASE',
    amount,
    reference: `${context.reference}-charge`,
    metadata: { ...NOT_ENROLLED, ...trouble, simulate_charge_outcomes: context.chance.pick(OUTCOMES) },
    changes: {
      payment_method: { type: 'agreement', data: { agreement_id } },
      // One more day, because an ask that gets lost takes half a minute.
      options: { recovery: { after_days: [1] } },
    },
  })
}
