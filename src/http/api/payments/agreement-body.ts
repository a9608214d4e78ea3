import { type Static, Type } from 'typebox'
import type { RequestedAgreement } from '#domain/agreement.ts'
import type { Problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { ValidParts } from '../../route.ts'
import { TERMS } from '../agreements/schemas.ts'
import { termProblems, termsOf } from '../agreements/terms.ts'

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

type AgreementBody = Static<typeof AgreementBody>

export function requestedAgreementOf(body: AgreementBody | undefined): RequestedAgreement | null {
  if (!body) return null
  if (body.id !== undefined) return { kind: 'existing', agreementId: body.id }
  const { purpose, description, ...terms } = body
  return { kind: 'new', terms: termsOf({ ...terms, purpose: purpose!, description: description! }) }
}

interface Body {
  readonly agreement?: ValidParts<AgreementBody> | undefined
  readonly payment_method?: { readonly type?: string | undefined } | undefined
  readonly tokenization?: { readonly save_card_for_future_payments?: boolean | 'ask' | undefined } | undefined
}

/** Finds errors of `agreement` that its schema cannot express (docs/reference/agreements.md#make-one). */
export function agreementProblems(
  { agreement, payment_method: method, tokenization }: Body,
  gateway: Gateway,
): Problem[] {
  if (!agreement) return []
  if (method?.type === 'agreement') return [problem('agreement', 'Omit it; a charge has its agreement already.')]
  const isStored = method?.type === 'saved_card' || tokenization?.save_card_for_future_payments === true
  const message = 'Set it to true; an agreement needs a stored card.'
  const unsaved = isStored ? [] : [problem('tokenization.save_card_for_future_payments', message)]
  return [...unsaved, ...contentProblems(agreement, gateway)]
}

const TERM_NAMES = Object.keys(TERMS) as readonly (keyof typeof TERMS)[]

function contentProblems(agreement: ValidParts<AgreementBody>, gateway: Gateway): Problem[] {
  const terms = termProblems(agreement, gateway, 'agreement.')
  if (agreement.id === undefined) {
    const missing = (['purpose', 'description'] as const).filter((name) => agreement[name] === undefined)
    return [...missing.map((name) => problem(`agreement.${name}`, 'Add this field.')), ...terms]
  }
  const beside = TERM_NAMES.filter((name) => agreement[name] !== undefined)
  if (beside.length === 0) return []
  const both = 'Send either the id of an agreement or the terms of a new one.'
  return [problem('agreement.id', both), ...beside.map((name) => problem(`agreement.${name}`, both)), ...terms]
}

function problem(property: string, message: string): Problem {
  return { property, message, params: [] }
}
