import { type Static, Type } from 'typebox'

/** A number or its decimal string, as everywhere a simulator is told something. */
const Digits = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

/**
 * Body of `POST /api/simulators/walleta-tokens` (docs/reference/simulators.md#wallet-token-issuer);
 * `simulator-wallet-tokens.ts` judges the card.
 */
export const WalletTokenBody = Type.Object({
  card_number: Type.Optional(Type.String({ description: 'A valid number; a Visa test number if not said.' })),
  expiration_month: Type.Optional({ ...Digits, description: '1 to 12.' }),
  expiration_year: Type.Optional({ ...Digits, description: 'Four digits.' }),
  auth_method: Type.Enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'], {
    description: 'With a cryptogram there is no 3-D Secure, without one there is.',
  }),
})

export type WalletTokenBody = Static<typeof WalletTokenBody>

export const WalletTokenAnswer = Type.Object({ walleta_pay_token: Type.String() })
