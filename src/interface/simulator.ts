import { type Static, Type } from 'typebox'
import { SIMULATOR_CHARGE_STATES, type SimulatorCharge } from '#domain/simulator-charge.ts'
import { Instant, Int64, NullableString } from './types.ts'
import { listOf, wire } from './wire.ts'

/** Query of `GET /api/simulators/charges` (docs/reference/simulators.md#charges). */
export const SimulatorChargesQuery = Type.Object({
  transaction_id: Type.Optional(Type.String({ description: 'Transaction ID of the charges.' })),
  reference: Type.Optional(Type.String({ description: 'Merchant reference of the charges.' })),
})

const Charge = wire('Simulated charge', {
  provider_account_id: Type.String(),
  transaction_id: Type.String(),
  operation: Type.String({
    description: 'Requested operation: the transaction type, or RETURN for returned money of a transfer.',
  }),
  amount: Int64({ description: 'Minor units.' }),
  currency: Type.String(),
  state: Type.Enum([...SIMULATOR_CHARGE_STATES]),
  initiated_by: Type.Optional(Type.Enum(['CUSTOMER', 'MERCHANT'], { description: 'Of a charge with an agreement.' })),
  purpose: Type.Optional(Type.String()),
  network_transaction_id: Type.Optional(NullableString),
  has_security_code: Type.Optional(Type.Boolean()),
  created_at: Instant,
}).from<SimulatorCharge>({
  initiated_by: ({ initiatedBy }) => initiatedBy ?? undefined,
  purpose: ({ initiatedBy, purpose }) => (initiatedBy ? purpose! : undefined),
  network_transaction_id: ({ initiatedBy, networkTransactionId }) => (initiatedBy ? networkTransactionId : undefined),
  has_security_code: ({ initiatedBy, hasSecurityCode }) => (initiatedBy ? hasSecurityCode! : undefined),
})

export const SimulatorCharges = wire('Simulated charges', { items: listOf(Charge) }).named()

export const SimulatorAuthentications = Type.Object(
  { items: Type.Array(Type.Record(Type.String(), Type.Unknown())) },
  { title: 'Simulated authentications' },
)

const Digits = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

/** docs/reference/simulators.md#wallet-token-issuer; `simulator-wallet-tokens.ts` checks the card. */
export const WalletTokenBody = Type.Object({
  card_number: Type.Optional(Type.String({ description: 'A valid number. Default: a Visa test number.' })),
  expiration_month: Type.Optional({ ...Digits, description: '1 to 12.' }),
  expiration_year: Type.Optional({ ...Digits, description: 'Four digits.' }),
  auth_method: Type.Enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'], {
    description: 'With a cryptogram there is no 3-D Secure, without one there is.',
  }),
  recipient: Type.Optional(
    Type.String({ description: 'One of your `wallet_recipients`, as with `DIRECT`. Default: the gateway.' }),
  ),
})

export type WalletTokenBody = Static<typeof WalletTokenBody>

export const WalletTokenAnswer = Type.Object({ walleta_pay_token: Type.String() }, { title: 'Simulated wallet token' })
