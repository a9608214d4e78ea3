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

/** Excludes `C`, which is no end of a challenge (docs/reference/three-ds.md#who-decides). */
export const CompleteAuthenticationBody = Type.Object({
  payment_data: PaymentData,
  session_id: Type.String({ minLength: 1 }),
  trans_status: Type.Enum(['Y', 'N', 'U', 'A', 'R']),
})
