import { type Static, Type } from 'typebox'
import { isCardNumber } from '#domain/card-rules.ts'
import type { Problem } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { issueWalletToken } from '#flows/simulators/issue-wallet-token.ts'
import { listSimulatorAuthentications } from '#flows/simulators/list-authentications.ts'
import { listSimulatorCharges, type SimulatorCharge } from '#flows/simulators/list-charges.ts'
import { Instant, NullableString } from '#interface/types.ts'
import { maySeeCustomers } from '../request/client-limits.ts'
import { answer, get, post, type ValidParts } from '../route.ts'

/** Query of `GET /api/simulators/charges` (docs/reference/simulators.md#charges). */
const SimulatorChargesQuery = Type.Object({
  transaction_id: Type.Optional(Type.String({ description: 'Transaction ID of the charges.' })),
  reference: Type.Optional(Type.String({ description: 'Merchant reference of the charges.' })),
})

const SimulatorCharges = Type.Object(
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
          initiated_by: Type.Optional(
            Type.Enum(['CUSTOMER', 'MERCHANT'], { description: 'Of a charge with an agreement.' }),
          ),
          purpose: Type.Optional(Type.String()),
          network_transaction_id: Type.Optional(NullableString),
          has_security_code: Type.Optional(Type.Boolean()),
          created_at: Instant,
        },
        { title: 'Simulated charge' },
      ),
    ),
  },
  { title: 'Simulated charges' },
)

const SimulatorAuthentications = Type.Object(
  { items: Type.Array(Type.Record(Type.String(), Type.Unknown())) },
  { title: 'Simulated authentications' },
)

const Digits = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

/** docs/reference/simulators.md#wallet-token-issuer; `simulator-wallet-tokens.ts` checks the card. */
const WalletTokenBody = Type.Object({
  card_number: Type.Optional(Type.String({ description: 'A valid number. Default: a Visa test number.' })),
  expiration_month: Type.Optional({ ...Digits, description: '1 to 12.' }),
  expiration_year: Type.Optional({ ...Digits, description: 'Four digits.' }),
  auth_method: Type.Enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'], {
    description: 'With a cryptogram there is no 3-D Secure, without one there is.',
  }),
})

export type WalletTokenBody = Static<typeof WalletTokenBody>

const WalletTokenAnswer = Type.Object({ walleta_pay_token: Type.String() }, { title: 'Simulated wallet token' })

export const ChargePageParams = Type.Object({ attempt_id: Type.String() })

/** Selected bank or wallet, and the UPI address of the payer. */
export const ChargePageQuery = Type.Object({
  via: Type.Optional(Type.String({ maxLength: 255 })),
  vpa: Type.Optional(Type.String({ maxLength: 320 })),
})

export const TransferForm = Type.Object({
  amount: Type.String({ maxLength: 255 }),
  reading: Type.Optional(Type.String({ maxLength: 64 })),
  shown: Type.Optional(Type.String({ maxLength: 64 })),
})

export const OutcomeForm = Type.Object({
  outcome: Type.Enum(['APPROVED', 'DECLINED', 'CANCELED', 'PENDING']),
})

const SIMULATORS = { guard: 'merchant', tag: 'Simulators', uatOnly: true } as const

/** Charges in the ledgers of the simulators, of the calling merchant only. */
export const simulatorChargesRoute = get('/api/simulators/charges', {
  ...SIMULATORS,
  permission: 'payments.read',
  operation: 'listSimulatedCharges',
  summary: "List the simulators' charges",
  description: 'What the simulated providers have in their own ledgers, newest first, at most 1000.',
  query: SimulatorChargesQuery,
  answers: { 200: SimulatorCharges },
  async handle(gateway, { caller, query }) {
    const filter = { transactionId: query.transaction_id || undefined, reference: query.reference || undefined }
    const charges = await listSimulatorCharges(gateway, caller.merchantId, filter)
    return answer({ items: charges.map(view) })
  },
})

function view(charge: SimulatorCharge) {
  return {
    provider_account_id: charge.providerAccountId,
    transaction_id: charge.transactionId,
    operation: charge.operation,
    amount: JSON.rawJSON(String(charge.amount)),
    currency: charge.currency,
    state: charge.state,
    ...(charge.initiatedBy && agreementFields(charge)),
    created_at: charge.createdAt,
  }
}

export const simulatorAuthenticationsRoute = get('/api/simulators/authentications/:transaction_id', {
  ...SIMULATORS,
  permission: 'payments.read',
  operation: 'listSimulatedAuthentications',
  summary: 'List the authentication requests of a transaction',
  description:
    'As the simulated issuer got them, oldest first, in the field names of EMV 3-D Secure, without card data.',
  params: Type.Object({ transaction_id: Type.String({ description: 'Transaction ID.' }) }),
  answers: { 200: SimulatorAuthentications },
  async handle(gateway, { caller, params }) {
    const items = await listSimulatorAuthentications(gateway, caller.merchantId, params.transaction_id)
    return answer({ items: maySeeCustomers(caller) ? items : items.map(withoutCustomer) })
  },
})

const ABOUT_CUSTOMERS = /^(email|homePhone|mobilePhone|workPhone|billAddr|shipAddr|browserIP)/

function withoutCustomer(message: object): object {
  return Object.fromEntries(Object.entries(message).filter(([name]) => !ABOUT_CUSTOMERS.test(name)))
}

function agreementFields({ initiatedBy, purpose, networkTransactionId, hasSecurityCode }: SimulatorCharge) {
  return {
    initiated_by: initiatedBy,
    purpose,
    network_transaction_id: networkTransactionId,
    has_security_code: hasSecurityCode,
  }
}

const TEST_NUMBER = '4111111111111111'
const YEARS_AHEAD = 3

/** Accepts cards that a real wallet rejects, such as expired ones. */
export const issueWalletTokenRoute = post('/api/simulators/walleta-tokens', {
  ...SIMULATORS,
  permission: 'payments.create',
  operation: 'issueSimulatedWalletToken',
  summary: 'Create a token of the simulated wallet',
  description:
    'Signed by the simulated wallet and encrypted for this gateway, for you alone. It is good for ten minutes.',
  body: WalletTokenBody,
  rules: cardRules,
  answers: { 201: WalletTokenAnswer },
  async handle(gateway, { caller, body }) {
    const token = await issueWalletToken(gateway, caller.merchantId, {
      number: new Secret(body.card_number ?? TEST_NUMBER),
      expirationMonth: Number(body.expiration_month ?? 12),
      expirationYear: Number(body.expiration_year ?? gateway.clock.now().getUTCFullYear() + YEARS_AHEAD),
      authMethod: body.auth_method,
    })
    return answer({ walleta_pay_token: token }, 201)
  },
})

type Body = ValidParts<WalletTokenBody>

const RULES: readonly { field: keyof Body; holds: (text: string) => boolean; message: string }[] = [
  {
    field: 'card_number',
    holds: isCardNumber,
    message: 'Send a card number with a valid length for its brand and a valid Luhn check.',
  },
  {
    field: 'expiration_month',
    holds: (text) => /^(0?[1-9]|1[0-2])$/.test(text),
    message: 'Send a month from 1 to 12.',
  },
  { field: 'expiration_year', holds: (text) => /^\d{4}$/.test(text), message: 'Send a year of four digits.' },
]

function cardRules(body: Body): readonly Problem[] {
  const broken = RULES.filter(({ field, holds }) => body[field] !== undefined && !holds(String(body[field])))
  return broken.map(({ field, message }) => ({ property: field, message, params: [] }))
}
