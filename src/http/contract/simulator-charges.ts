import { Type } from 'typebox'

/** Query of `GET /api/simulators/charges` (docs/reference/simulators.md#charges). */
export const SimulatorChargesQuery = Type.Object({
  transaction_id: Type.Optional(Type.String({ description: 'Only the charges of this transaction.' })),
  reference: Type.Optional(Type.String({ description: 'Only the charges under this merchant reference.' })),
})

/** Answer of `GET /api/simulators/charges`. */
export const SimulatorCharges = Type.Object({
  items: Type.Array(
    Type.Object({
      provider_account_id: Type.String(),
      transaction_id: Type.String(),
      operation: Type.String({
        description: 'What the simulator was asked for: the transaction type; RETURN for money a transfer gave back.',
      }),
      amount: Type.Integer({ format: 'int64', description: 'Minor units.' }),
      currency: Type.String(),
      state: Type.Enum(['CHARGED', 'REFUSED', 'PENDING', 'AWAITING_SHOPPER', 'REVERSED', 'BARRED', 'RETURNED']),
      created_at: Type.String({ format: 'date-time' }),
    }),
  ),
})
