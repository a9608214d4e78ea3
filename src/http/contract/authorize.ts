import { type Static, Type } from 'typebox'
import {
  Amount,
  BrowserInfo,
  Currency,
  Customer,
  Description,
  Encrypted,
  IpAddress,
  MerchantUrl,
  Metadata,
  Reference40,
  TerminalId,
} from './types.ts'

const CardMethod = Type.Object({
  type: Type.Literal('card'),
  data: Type.Object({
    encrypted_card_number: Encrypted,
    encrypted_cvv: Encrypted,
    encrypted_expiration_month: Encrypted,
    encrypted_expiration_year: Encrypted,
  }),
})

/** What holds whatever the type, so that a missing type does not hide a missing `data`. */
const EVERY_METHOD = { required: ['type', 'data'], properties: { data: { type: 'object' } } }

/** Specification, POST /api/transactions/authorize; what is required is contract section 5. */
export const AuthorizeBody = Type.Object({
  reference: Reference40,
  terminal_id: TerminalId,
  description: Type.Optional(Description),
  currency: Currency,
  amount: Amount,
  transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
  payment_method: Type.Union([CardMethod], { discriminator: { propertyName: 'type' }, ...EVERY_METHOD }),
  customer: Type.Optional(Customer),
  customer_ip: Type.Optional(IpAddress),
  browser_info: BrowserInfo,
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
