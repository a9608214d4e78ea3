import { type Static, Type } from 'typebox'
import { BANK_METHODS, WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'

// What pages of our own send for a session. Its routes are in no reference: both sides are released together.

export const BrowserSessionParams = Type.Object({ session_id: Type.String() })

const TypedText = Type.Optional(Type.String({ maxLength: 255 }))

/** Values of any kind, so that a browser that hides or changes its screen can still pay. */
const ToldByScript = Type.Object({
  java_enabled: Type.Optional(Type.Unknown()),
  color_depth: Type.Optional(Type.Unknown()),
  screen_height: Type.Optional(Type.Unknown()),
  screen_width: Type.Optional(Type.Unknown()),
  time_zone_offset: Type.Optional(Type.Unknown()),
  language: Type.Optional(Type.Unknown()),
})

export const BrowserPayBody = Type.Object({
  payment_method: Type.Object({
    type: Type.Enum(['card', 'saved_card', ...WALLET_REDIRECTS, ...BANK_METHODS, ...VOUCHER_METHODS]),
    number: TypedText,
    expiry_month: TypedText,
    expiry_year: TypedText,
    cvc: TypedText,
    payment_method_id: TypedText,
    email: TypedText,
    first_name: TypedText,
    last_name: TypedText,
    country: TypedText,
  }),
  customer: Type.Optional(
    Type.Object({
      firstName: TypedText,
      lastName: TypedText,
      address: TypedText,
      city: TypedText,
      postalCode: TypedText,
      country: TypedText,
      phone: TypedText,
      email: TypedText,
      holderName: TypedText,
    }),
  ),
  browser_info: ToldByScript,
  save_card: Type.Optional(Type.Boolean()),
  challenge_window_size: Type.Optional(Type.Enum(['01', '02', '03', '04', '05'])),
})

export type BrowserPayBody = Static<typeof BrowserPayBody>

export const BrowserPaymentBody = Type.Object({ transaction_id: Type.String({ maxLength: 64 }) })

export const BrowserCancelBody = Type.Object({ transaction_id: Type.Optional(Type.String({ maxLength: 64 })) })
