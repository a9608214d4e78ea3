import type { Chance } from '../chance.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { authorization, purchase } from './cards.ts'

/** Faults of Stripe for an order, in its reference (test/support/stripe-sandbox/steering.ts). */
const AT_STRIPE = [
  'fault=create:late-reset',
  'fault=create:late-silence',
  'fault=card:reset',
  'fault=confirm:silence',
  'fault=confirm:late-silence',
  'fault=confirm:late-reset',
  'fault=confirm:late-500',
  'fault=capture:late-reset',
  'fault=capture:late-500',
  'fault=cancel:late-500',
  'fault=refund:silence',
  'fault=refund:late-silence',
  'fault=refund:late-reset',
  'decline=insufficient_funds',
]
/** Faults of Adyen for a payment, or for its follow-ups (test/support/adyen-sandbox/faults.ts). */
const ANSWERS_LOST = ['.silence', '.broken', '.cut']
const AT_ADYEN = [
  // Four times, because only payments that a late notice reveals must be reversed.
  ...ANSWERS_LOST,
  ...ANSWERS_LOST,
  ...ANSWERS_LOST,
  ...ANSWERS_LOST,
  '.lost',
  '.reset',
  '.refuse-2',
  '.then-lost',
  '.then-silence',
  '.then-reset',
  '.then-broken',
]
/** The first account declines, and the next one loses its answer. */
const AT_BOTH = ['decline=lost_card .silence', 'decline=lost_card .broken']
const IN_TROUBLE = 0.5

/** A card that is charged or held at Stripe or Adyen, with all that may follow. */
export async function connectorOrder(context: ScenarioContext): Promise<void> {
  const { chance, shop } = context
  const isStripe = chance.happens(0.35)
  const terminal = isStripe ? shop.plainTerminal : shop.retryingTerminal
  const reference = context.reference + troubleOf(chance, isStripe)
  const kind = chance.pick([purchase, authorization])
  await kind({ ...context, reference, shop: { ...shop, plainTerminal: terminal } })
}

function troubleOf(chance: Chance, isStripe: boolean): string {
  if (!chance.happens(IN_TROUBLE)) return ''
  return isStripe ? ` ${chance.pick([...AT_STRIPE, ...AT_BOTH])}` : chance.pick(AT_ADYEN)
}
