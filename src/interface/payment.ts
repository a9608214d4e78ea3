import { type Static, Type } from 'typebox'
import { type Beneficiary, plainAccountNumber } from '#domain/beneficiary.ts'
import { BANK_METHODS } from '#domain/payment-methods.ts'
import { Secret } from '#domain/secret.ts'
import { FOLLOW_UP_TYPES } from '#domain/transaction-type.ts'
import { customerOf } from './customer.ts'
import { readBody } from './read.ts'
import {
  Amount,
  Country,
  Currency,
  CustomerFieldsSchema,
  FreeText,
  IpAddress,
  KnownCurrency,
  MerchantUrl,
  Metadata,
  nullable,
  Phone,
  TerminalId,
  TextMetadata,
  UnboundedTerminalId,
} from './types.ts'

const Reference80 = Type.String({ minLength: 1, maxLength: 80, description: 'Idempotent per terminal.' })
const Description100 = FreeText({ minLength: 1, maxLength: 100 })
const Options = Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Provider-specific.' }))

/** `POST /api/transactions/payment` (docs/reference/payments.md#payments). */
export const PaymentBody = Type.Object({
  terminal_id: TerminalId,
  reference: Reference80,
  description: Description100,
  currency: Currency,
  amount: Amount,
  method: Type.Enum([...BANK_METHODS]),
  country: Country,
  customer_ip: IpAddress,
  return_url: MerchantUrl,
  error_url: MerchantUrl,
  cancel_url: MerchantUrl,
  customer: Type.Optional(CustomerFieldsSchema),
  metadata: Type.Optional(Metadata),
  options: Options,
})

const WITHOUT_CARD = { saveCard: false, browserInfo: null, notificationUrl: null, captureBy: null } as const

export function bankPaymentOf(body: Static<typeof PaymentBody>) {
  const { method, country: _, options: __, ...fields } = readBody(PaymentBody, body)
  return {
    ...fields,
    ...WITHOUT_CARD,
    customer: customerOf(body.customer),
    referenceKind: 'payment',
    transactionType: 'PAYMENT',
    paymentMethod: { kind: 'redirect', type: `payment_${method.toLowerCase()}`, name: method, payer: null },
  } as const
}

const BankText = Type.Optional(nullable(FreeText({ maxLength: 255 })))

const BeneficiaryData = Type.Object({
  account_number: Type.String({ minLength: 1, maxLength: 64, format: 'account-number' }),
  account_name: FreeText({ minLength: 1, maxLength: 255 }),
  ifsc: Type.Optional(
    nullable(Type.String({ format: 'ifsc', description: 'Required for INR.', examples: ['HDFC0001234'] })),
  ),
  bank_code: BankText,
  bank_name: BankText,
  bank_branch: BankText,
  bank_address: BankText,
  bank_city: BankText,
  bank_state: BankText,
  mobile: Type.Optional(nullable(Phone)),
})

/** `POST /api/transactions/payout` (docs/reference/payments.md#payouts). */
export const PayoutBody = Type.Object({
  terminal_id: TerminalId,
  reference: Reference80,
  description: Description100,
  currency: Currency,
  amount: Amount,
  beneficiary: Type.Object({ type: Type.Literal('bank_account'), data: BeneficiaryData }),
  customer: Type.Optional(CustomerFieldsSchema),
  metadata: Type.Optional(Metadata),
  return_url: Type.Optional(MerchantUrl),
  options: Options,
  customer_ip: Type.Optional(
    nullable(Type.String({ format: 'ip-or-empty', description: 'Default: the IP address of the request.' })),
  ),
})

export type PayoutBody = Static<typeof PayoutBody>

/** Currency of UPI, which needs the code of bank and branch (docs/reference/payments.md#beneficiary). */
export const RUPEE = 'INR'

export function payoutOf(body: PayoutBody) {
  const { beneficiary: _, options: __, ...fields } = readBody(PayoutBody, body)
  const type = body.currency === RUPEE ? 'payout_upi' : 'payout_bank_account'
  return {
    ...fields,
    ...WITHOUT_CARD,
    customer: customerOf(body.customer),
    errorUrl: null,
    cancelUrl: null,
    referenceKind: 'payout',
    transactionType: 'PAYOUT',
    paymentMethod: { kind: 'bank-account', type, name: 'PAYOUT', beneficiary: beneficiaryOf(body.beneficiary) },
  } as const
}

function beneficiaryOf({ type, data }: PayoutBody['beneficiary']): Beneficiary {
  const { accountNumber, ifsc, ...bank } = readBody(BeneficiaryData, data)
  const number = new Secret(plainAccountNumber(accountNumber))
  return { ...bank, type, accountNumber: number, ifsc: ifsc?.toUpperCase() ?? null }
}

/** `POST /api/transactions/manage` (docs/reference/follow-ups.md#the-request). */
export const ManageBody = Type.Object({
  terminal_id: UnboundedTerminalId,
  currency: KnownCurrency,
  amount: Amount,
  reference: Type.String({ minLength: 1, maxLength: 80, description: 'The reference of the original order.' }),
  transaction_type: Type.Enum([...FOLLOW_UP_TYPES]),
  follow_up_reference: Type.Optional(
    Type.String({ minLength: 1, maxLength: 80, description: 'Yours: the same again returns the first follow-up.' }),
  ),
  metadata: Type.Optional(TextMetadata),
  parent_transaction_id: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Default: the approved original of the order, else the latest.',
      }),
    ),
  ),
  options: Type.Optional(
    Type.Object({
      final_capture: Type.Optional(Type.Boolean({ description: 'Captures only: no further capture follows.' })),
    }),
  ),
})

export function followUpOf(body: Static<typeof ManageBody>) {
  const { transactionType: type, parentTransactionId: parentId, options, ...fields } = readBody(ManageBody, body)
  return { ...fields, type, parentId, finalCapture: type === 'CAPTURE' && options?.final_capture === true }
}
