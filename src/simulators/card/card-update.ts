import type { CardUpdate } from '#domain/card-update.ts'
import type { Outcome } from '#domain/transaction.ts'
import type { ProviderAnswer } from '#providers/provider.ts'
import type { SimulatedCharge } from '../common/simulated-charges.ts'

/** Adds the issuer's report of the card to an answer (docs/reference/simulators.md#renewed-cards). */
export function withCardUpdate<C extends SimulatedCharge>(charge: C, cardUpdate: CardUpdate | null): C {
  if (cardUpdate === null) return charge
  const closes = cardUpdate.kind === 'issuer' && cardUpdate.update === 'CLOSED'
  const said: Partial<Outcome> = { cardUpdate, ...(closes && { stopsRetries: true }) }
  const { given, final } = charge.answer
  const later = final && { ...final, given: withWord(final.given, said) }
  return { ...charge, answer: { ...charge.answer, given: withWord(given, said), final: later } }
}

function withWord(given: ProviderAnswer, said: Partial<Outcome>): ProviderAnswer {
  return given.kind === 'shopper-step' ? given : { ...given, outcome: { ...given.outcome, ...said } }
}
