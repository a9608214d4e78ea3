import { type Static, Type } from 'typebox'
import { AgreementBody } from '#interface/agreement.ts'
import {
  Amount,
  BrowserInfo,
  Currency,
  CustomerFieldsSchema,
  Description,
  MerchantUrl,
  Metadata,
  OptionalIpAddress,
  Reference40,
  TerminalId,
} from '#interface/types.ts'
import { CaptureBy } from './capture-by.ts'
import { PaymentMethodBody } from './payment-method-body.ts'
import { THREE_DS_WISHES } from './three-ds-wishes.ts'

const RecoveryBody = Type.Object(
  {
    after_days: Type.Array(Type.Integer({ minimum: 1, maximum: 30 }), {
      minItems: 1,
      maxItems: 8,
      description: 'Ascending whole days after the first attempt.',
    }),
  },
  { title: 'Recovery', description: 'Of a charge by agreement: repeats it after a decline.' },
)

/** docs/reference/authorize.md; further requirements of some methods are in `rules.ts`. */
export const AuthorizeBody = Type.Object({
  reference: Reference40,
  terminal_id: TerminalId,
  description: Type.Optional(Description),
  currency: Currency,
  amount: Amount,
  transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
  payment_method: PaymentMethodBody,
  customer: Type.Optional(CustomerFieldsSchema),
  customer_ip: OptionalIpAddress,
  browser_info: Type.Optional(BrowserInfo),
  metadata: Type.Optional(Metadata),
  return_url: Type.Optional(MerchantUrl),
  error_url: Type.Optional(MerchantUrl),
  cancel_url: Type.Optional(MerchantUrl),
  tokenization: Type.Optional(
    Type.Object({
      save_card_for_future_payments: Type.Optional(
        Type.Boolean({ description: 'An approved payment then has the token of the card in `payment_method.token`.' }),
      ),
    }),
  ),
  agreement: Type.Optional(AgreementBody),
  options: Type.Optional(
    Type.Object({
      three_ds: Type.Optional(Type.Object({ notification_url: Type.Optional(Type.String()), ...THREE_DS_WISHES })),
      capture_by: CaptureBy,
      recovery: Type.Optional(RecoveryBody),
    }),
  ),
})

export type AuthorizeBody = Static<typeof AuthorizeBody>
