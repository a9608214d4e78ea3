import { Type } from 'typebox'
import { STATUSES } from '#domain/status.ts'
import { TransactionRecord } from './transaction.ts'
import { ErrorItem } from './types.ts'

const ActionObject = Type.Object(
  {
    transaction_id: Type.String(),
    session_id: Type.String({ description: 'Names the 3-D Secure flow in the follow-up calls.' }),
    type: Type.Enum(['THREE_DS_2_FINGERPRINT', 'THREE_DS_2_CHALLENGE']),
    token: Type.String({ description: 'Base64 of the JSON that the browser step needs.' }),
    payment_data: Type.String({ description: 'Opaque; send it back unchanged.' }),
  },
  { title: 'Action', description: 'A step of 3-D Secure.' },
)

const RedirectObject = Type.Object(
  {
    transaction_id: Type.String(),
    session_id: Type.String(),
    url: Type.String({ format: 'uri' }),
  },
  { title: 'Redirect', description: 'Send the browser to `url`.' },
)

const FormSubmitObject = Type.Object(
  {
    transaction_id: Type.String(),
    session_id: Type.String(),
    url: Type.String({ format: 'uri' }),
    data: Type.Record(Type.String(), Type.String(), { description: 'Hidden inputs of the form to post to `url`.' }),
  },
  { title: 'Form submit' },
)

/** Answer of every call that creates a payment (docs/reference/objects.md#envelope). */
export const Envelope = Type.Object(
  {
    result: Type.Union([TransactionRecord, Type.Null()]),
    action: Type.Union([ActionObject, Type.Null()]),
    redirect: Type.Union([RedirectObject, Type.Null()]),
    form_submit: Type.Union([FormSubmitObject, Type.Null()]),
    transaction_id: Type.Optional(Type.String()),
    status: Type.Optional(Type.Enum([...STATUSES])),
    errors: Type.Optional(Type.Array(ErrorItem)),
  },
  {
    title: 'Envelope',
    description: 'Exactly one of `result`, `action`, `redirect` and `form_submit` is set: handle them in this order.',
  },
)
