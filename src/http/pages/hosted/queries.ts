import { type Static, Type } from 'typebox'

export const HostedPageParams = Type.Object({ session_id: Type.String() })

export const HostedPageQuery = Type.Object({ locale: Type.Optional(Type.String({ maxLength: 35 })) })

const Typed = Type.Optional(Type.String({ maxLength: 255 }))

/** Form of the hosted page. It accepts any text, because the page shows problems in the language of the shopper. */
export const HostedPayForm = Type.Object({
  ...{ method: Typed, number: Typed, expiry: Typed, cvc: Typed, savedCard: Typed, savedCvc: Typed, saveCard: Typed },
  ...{ email: Typed, firstName: Typed, lastName: Typed, country: Typed, locale: Typed },
  /** Payment that waited for the shopper when the page was made. */
  knownPayment: Typed,
  ...{ colorDepth: Typed, screenHeight: Typed, screenWidth: Typed, timeZoneOffset: Typed },
})

export type HostedPayForm = Static<typeof HostedPayForm>

export const HostedCancelForm = Type.Object({ locale: Typed })
