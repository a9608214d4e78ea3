import { Type } from 'typebox'
import type { SaveCard } from '#domain/session.ts'

/** `tokenization` of a session or payment link. */
export const Tokenization = Type.Optional(
  Type.Object({
    save_card_for_future_payments: Type.Optional(
      Type.Unsafe<boolean | 'ask'>({ enum: [true, false, 'ask'], description: '`ask` lets the shopper decide.' }),
    ),
  }),
)

interface TokenizationFields {
  readonly save_card_for_future_payments?: boolean | 'ask' | undefined
}

export function saveCardOf({ save_card_for_future_payments: wanted }: TokenizationFields = {}): SaveCard {
  if (wanted === 'ask') return 'ask'
  return wanted === true ? 'yes' : 'no'
}

const WANTED = { no: false, yes: true, ask: 'ask' } as const

export function tokenizationView(saveCard: SaveCard) {
  return { save_card_for_future_payments: WANTED[saveCard] }
}
