import { type Static, Type } from 'typebox'
import {
  AGREEMENT_STATUSES,
  type Agreement,
  type AgreementTerms,
  PURPOSES,
  type RequestedAgreement,
  STOP_REASONS,
} from '#domain/agreement.ts'
import type { CardExpiry } from '#domain/card-update.ts'
import type { ExactInteger } from '#domain/exact-json.ts'
import { readBody } from './read.ts'
import {
  Amount,
  Currency,
  FreeText,
  Instant,
  InstantOf,
  NullableInteger,
  NullableString,
  nullable,
  Paging,
} from './types.ts'
import { orNull, wire } from './wire.ts'

const Day = Type.String({ format: 'date', description: "The last day, in the merchant's time zone." })

/** Terms of an agreement, as requests state them (docs/reference/agreements.md#make-one). */
export const TERMS = {
  purpose: Type.Enum([...PURPOSES]),
  description: FreeText({ minLength: 1, maxLength: 200, description: 'Shown to the shopper before the payment.' }),
  max_amount: Type.Optional(
    Type.Unsafe<ExactInteger>({ ...Amount, description: 'The most a charge may be, in minor units.' }),
  ),
  frequency_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, description: 'Required unless the purpose is UNSCHEDULED.' }),
  ),
  ends_on: Type.Optional(Day),
}

const TermsBody = Type.Object(TERMS)

function termsOf(body: Static<typeof TermsBody>): AgreementTerms {
  return readBody(TermsBody, body)
}

/** `agreement` of a payment: its terms, or the `id` of one to move (docs/reference/agreements.md). */
export const AgreementBody = Type.Object(
  {
    id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Moves this agreement to the card of the payment.' }),
    ),
    ...TERMS,
    purpose: Type.Optional(TERMS.purpose),
    description: Type.Optional(TERMS.description),
  },
  { title: 'Agreement of a payment', description: 'Terms that the shopper agrees to, or `id` alone.' },
)

export function requestedAgreementOf(body: Static<typeof AgreementBody> | undefined): RequestedAgreement | null {
  if (!body) return null
  if (body.id !== undefined) return { kind: 'existing', agreementId: body.id }
  const { purpose, description, ...terms } = body
  return { kind: 'new', terms: termsOf({ ...terms, purpose: purpose!, description: description! }) }
}

/** `POST /api/agreements` (docs/reference/agreements.md#import). */
export const AgreementImportBody = Type.Object({
  payment_method_id: Type.String({ minLength: 1, maxLength: 255, description: 'Token of the stored card.' }),
  currency: Currency,
  network_transaction_id: Type.String({
    pattern: '^[A-Za-z0-9]{8,40}$',
    description: "The scheme's ID of the payment that the shopper was present for: 8 to 40 letters or digits.",
  }),
  accepted_at: InstantOf({ description: 'When the shopper agreed.' }),
  ...TERMS,
})

/** `PATCH /api/agreements/{id}` (docs/reference/agreements.md#changes). */
export const AgreementChangeBody = Type.Object({
  status: Type.Optional(Type.Enum(['CANCELED', 'ACTIVE'], { description: 'CANCELED is permanent.' })),
  description: Type.Optional(TERMS.description),
  max_amount: Type.Optional(Type.Unsafe<ExactInteger>({ ...TERMS.max_amount, description: 'Only downward.' })),
})

export const AgreementListQuery = Type.Object({
  status: Type.Optional(Type.Enum([...AGREEMENT_STATUSES])),
  customer_id: Type.Optional(Type.String()),
  payment_method_id: Type.Optional(Type.String({ description: 'Token of the stored card.' })),
  ...Paging,
})

export const AgreementParams = Type.Object({ id: Type.String({ description: 'Agreement ID.' }) })

/** Agreement with the expiry of its card; null without a card that can be decrypted. */
export type ShownAgreement = Agreement & { readonly expiry: CardExpiry | null }

const Card = wire(
  'Card of an agreement',
  {
    token: Type.String(),
    masked: NullableString,
    brand: NullableString,
    hash: NullableString,
    expiration_month: NullableInteger,
    expiration_year: NullableInteger,
  },
  { description: 'The expiry is null once the card is deleted.' },
).from<ShownAgreement & { readonly token: string }>({
  expiration_month: ({ expiry }) => expiry?.month ?? null,
  expiration_year: ({ expiry }) => expiry?.year ?? null,
})

/** Agreement as merchants see it (docs/reference/agreements.md#the-agreement). */
export const AgreementRecord = wire('Agreement', {
  id: Type.String(),
  merchant_id: Type.String(),
  status: Type.Enum([...AGREEMENT_STATUSES]),
  stop_reason: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...STOP_REASONS, null] }),
  purpose: Type.Enum([...PURPOSES]),
  description: Type.String(),
  currency: Type.String(),
  max_amount: Type.Unsafe<ExactInteger | null>({
    type: ['integer', 'null'],
    format: 'int64',
    description: 'Minor units.',
  }),
  frequency_days: NullableInteger,
  ends_on: nullable(Day),
  customer_id: NullableString,
  payment_method: orNull(Card),
  origin: Type.Enum(['PAYMENT', 'IMPORTED']),
  network_transaction_id: NullableString,
  first_transaction_id: NullableString,
  last_transaction_id: NullableString,
  authentication_status: NullableString,
  accepted_at: nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  ended_at: nullable(Instant),
}).from<ShownAgreement>({ id: 'agreementId', payment_method: cardOf })

function cardOf(agreement: ShownAgreement) {
  const { paymentMethodToken: token } = agreement
  return token === null ? null : Card.of({ ...agreement, token })
}
