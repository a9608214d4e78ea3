import { type Static, Type } from 'typebox'
import { WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import {
  Amount,
  BrowserInfo,
  Currency,
  Customer,
  Description,
  Email,
  Encrypted,
  IpAddress,
  MerchantUrl,
  Metadata,
  Reference40,
  TerminalId,
} from './types.ts'

/** The payment method variants of the specification (POST /api/transactions/authorize). */
const CardMethod = Type.Object({
  type: Type.Literal('card'),
  data: Type.Object({
    encrypted_card_number: Encrypted,
    encrypted_cvv: Encrypted,
    encrypted_expiration_month: Encrypted,
    encrypted_expiration_year: Encrypted,
  }),
})

const SavedCardMethod = Type.Object({
  type: Type.Literal('saved_card'),
  data: Type.Object({
    payment_method_id: Type.String({ minLength: 1, maxLength: 255, description: 'The token of the stored card.' }),
    encrypted_cvv: Type.Optional(Encrypted),
  }),
})

const NetworkTokenMethod = Type.Object({
  type: Type.Literal('network-token'),
  data: Type.Object({
    encrypted_token_number: Encrypted,
    encrypted_expiration_month: Encrypted,
    encrypted_expiration_year: Encrypted,
    encrypted_cryptogram: Type.Optional(Encrypted),
    eci: Type.Optional(
      Type.Enum(['00', '01', '02', '05', '06', '07'], { description: 'With a cryptogram, and only then.' }),
    ),
    source: Type.Optional(Type.Enum(['network-token', 'walleta-pay', 'walletb-pay'], { default: 'network-token' })),
  }),
})

const WalletTokenMethod = Type.Object({
  type: Type.Literal('walleta-pay'),
  data: Type.Object({
    walleta_pay_token: Type.String({
      minLength: 1,
      maxLength: 16_384,
      description: "The wallet's token, a JSON string (ECv2), Base64-encoded as a whole.",
    }),
  }),
})

const WalletRedirectMethod = Type.Object({ type: Type.Enum([...WALLET_REDIRECTS]), data: Type.Object({}) })

const PayerText = Type.String({ minLength: 1, maxLength: 255 })

const VoucherMethod = Type.Object({
  type: Type.Enum([...VOUCHER_METHODS]),
  data: Type.Object({ email: Email, first_name: PayerText, last_name: PayerText }),
})

const METHODS = [
  CardMethod,
  SavedCardMethod,
  NetworkTokenMethod,
  WalletTokenMethod,
  WalletRedirectMethod,
  VoucherMethod,
] as const

/** What holds whatever the type, so that a missing type does not hide a missing `data`. */
const EVERY_METHOD = { required: ['type', 'data'], properties: { data: { type: 'object' } } }

/** Specification, POST /api/transactions/authorize; what some methods require beyond this stands in `authorize-rules.ts`. */
export const AuthorizeBody = Type.Object({
  reference: Reference40,
  terminal_id: TerminalId,
  description: Type.Optional(Description),
  currency: Currency,
  amount: Amount,
  transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
  payment_method: Type.Union([...METHODS], { discriminator: { propertyName: 'type' }, ...EVERY_METHOD }),
  customer: Type.Optional(Customer),
  customer_ip: Type.Optional(IpAddress),
  browser_info: Type.Optional(BrowserInfo),
  metadata: Type.Optional(Metadata),
  return_url: Type.Optional(MerchantUrl),
  error_url: Type.Optional(MerchantUrl),
  cancel_url: Type.Optional(MerchantUrl),
  tokenization: Type.Optional(Type.Object({ save_card_for_future_payments: Type.Optional(Type.Boolean()) })),
  options: Type.Optional(
    Type.Object({ three_ds: Type.Optional(Type.Object({ notification_url: Type.Optional(Type.String()) })) }),
  ),
})

export type AuthorizeBody = Static<typeof AuthorizeBody>
