import { type Static, Type } from 'typebox'
import { AgreementBody, requestedAgreementOf } from './agreement.ts'
import { customerOf } from './customer.ts'
import { PaymentMethodBody, requestedMethodOf } from './payment-method-body.ts'
import { CaptureBy, captureByOf, THREE_DS_WISHES, threeDsWishesOf } from './payment-options.ts'
import { readBody } from './read.ts'
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
} from './types.ts'

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

export function authorizeRequestOf(body: AuthorizeBody) {
  const { tokenization, options, ...fields } = readBody(AuthorizeBody, body)
  return {
    ...fields,
    paymentMethod: requestedMethodOf(body.payment_method),
    saveCard: tokenization?.save_card_for_future_payments ?? false,
    customer: customerOf(body.customer),
    browserInfo: body.browser_info ? readBody(BrowserInfo, body.browser_info) : null,
    notificationUrl: options?.three_ds?.notification_url ?? null,
    captureBy: captureByOf(body.options),
    agreement: requestedAgreementOf(body.agreement),
    threeDs: threeDsWishesOf(body.options),
    recoverAfterDays: options?.recovery?.after_days ?? null,
  }
}
