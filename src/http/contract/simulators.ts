import { type Static, Type } from 'typebox'

/** Query of `GET /api/simulators/charges` (docs/reference/simulators.md#charges). */
export const SimulatorChargesQuery = Type.Object({
  transaction_id: Type.Optional(Type.String({ description: 'Transaction ID of the charges.' })),
  reference: Type.Optional(Type.String({ description: 'Merchant reference of the charges.' })),
})

/** Answer of `GET /api/simulators/charges`. */
export const SimulatorCharges = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          provider_account_id: Type.String(),
          transaction_id: Type.String(),
          operation: Type.String({
            description: 'Requested operation: the transaction type, or RETURN for returned money of a transfer.',
          }),
          amount: Type.Integer({ format: 'int64', description: 'Minor units.' }),
          currency: Type.String(),
          state: Type.Enum(['CHARGED', 'REFUSED', 'PENDING', 'AWAITING_SHOPPER', 'REVERSED', 'BARRED', 'RETURNED']),
          created_at: Type.String({ format: 'date-time' }),
        },
        { title: 'Simulated charge' },
      ),
    ),
  },
  { title: 'Simulated charges' },
)

/** A number or its decimal string, as in every directive to a simulator. */
const Digits = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

/**
 * Body of `POST /api/simulators/walleta-tokens` (docs/reference/simulators.md#wallet-token-issuer);
 * `simulator-wallet-tokens.ts` checks the card.
 */
export const WalletTokenBody = Type.Object({
  card_number: Type.Optional(Type.String({ description: 'A valid number. Default: a Visa test number.' })),
  expiration_month: Type.Optional({ ...Digits, description: '1 to 12.' }),
  expiration_year: Type.Optional({ ...Digits, description: 'Four digits.' }),
  auth_method: Type.Enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'], {
    description: 'With a cryptogram there is no 3-D Secure, without one there is.',
  }),
})

export type WalletTokenBody = Static<typeof WalletTokenBody>

export const WalletTokenAnswer = Type.Object({ walleta_pay_token: Type.String() }, { title: 'Simulated wallet token' })

export const ChargePageParams = Type.Object({ attempt_id: Type.String() })

/** What was chosen and typed on a simulated page so far: the bank or wallet, and the payer's UPI address. */
export const ChargePageQuery = Type.Object({ via: Type.Optional(Type.String()), vpa: Type.Optional(Type.String()) })

export const TransferForm = Type.Object({
  amount: Type.String({ maxLength: 255 }),
  reading: Type.Optional(Type.String()),
  shown: Type.Optional(Type.String()),
})

export const OutcomeForm = Type.Object({
  outcome: Type.Enum(['APPROVED', 'DECLINED', 'CANCELED', 'PENDING']),
})
