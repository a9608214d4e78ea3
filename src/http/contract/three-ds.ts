import { Type } from 'typebox'

/** Standard Base64 of `Y` and of `N` (docs/reference/three-ds.md#fingerprint). */
const FINGERPRINT_RESULTS = [btoa('Y'), btoa('N')]

const PaymentData = Type.String({ minLength: 1, description: 'From the last action, unchanged.' })

export const ThreeDsParams = Type.Object({
  three_ds_server_trans_id: Type.String({ description: 'From the decoded action token.' }),
})

export const RequestAuthenticationBody = Type.Object({
  fingerprint_result: Type.Enum(FINGERPRINT_RESULTS, {
    description: 'Base64 of `Y` when the fingerprint form was submitted, of `N` when there was no method URL.',
  }),
  payment_data: PaymentData,
})

/** `C` is a status of EMV 3DS but no end of a challenge (docs/reference/three-ds.md#who-decides). */
export const CompleteAuthenticationBody = Type.Object({
  payment_data: PaymentData,
  session_id: Type.String({ minLength: 1 }),
  trans_status: Type.Enum(['Y', 'N', 'U', 'A', 'R']),
})

export const ThreeDsPageParams = Type.Object({ id: Type.String() })

/** An empty body is a 400; without a `cres` that can be read the server's own record decides. */
export const ChallengeResponseForm = Type.Object({
  cres: Type.Optional(Type.String({ examples: ['eyJ0cmFuc1N0YXR1cyI6IlkifQ'] })),
})

/** A form of EMV 3DS, passed on as it is. */
export const ChallengeRequestForm = Type.Object({
  creq: Type.Optional(Type.String()),
  threeDSSessionData: Type.Optional(Type.String()),
})

export const MethodNotificationForm = Type.Object({
  threeDSMethodData: Type.Optional(Type.String()),
})
