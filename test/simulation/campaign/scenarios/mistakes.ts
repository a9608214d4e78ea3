import { NOT_ENROLLED } from '#test/test-merchant.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { approvedId, followUp, place } from './place.ts'

const UNKNOWN_TERMINAL = 'ter_0000000000000000'

/** Invalid requests of a shop: a definitive rejection must never be charged. */
const MISTAKES = [
  { changes: { amount: 0 } },
  { changes: { currency: 'XXQ' } },
  { changes: { payment_method: { type: 'card', data: { encrypted_card_number: 'bm8=' } } } },
  { terminal: UNKNOWN_TERMINAL },
  { changes: { payment_method: { type: 'saved_card', data: { payment_method_id: 'tok_unknown' } } } },
]

export async function mistake(context: ScenarioContext): Promise<void> {
  const amount = context.chance.integer(100, 50_000)
  await place(context, { kind: 'PURCHASE', amount, metadata: NOT_ENROLLED, ...context.chance.pick(MISTAKES) })
}

/** Follow-ups that do not fit: too much, of the wrong kind, or of something that was undone. */
export async function misfit(context: ScenarioContext): Promise<void> {
  const terminal = context.shop.plainTerminal
  const amount = context.chance.integer(100, 50_000)
  const id = approvedId((await place(context, { kind: 'PURCHASE', amount, metadata: NOT_ENROLLED })).answer)
  if (id === undefined) return
  await followUp(context, terminal, id, { kind: 'REFUND', amount: amount + 1 })
  await followUp(context, terminal, id, { kind: 'CAPTURE', amount })
  await followUp(context, terminal, id, { kind: 'VOID', amount: amount - 1 })
}
