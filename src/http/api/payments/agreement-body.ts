import { type Static, Type } from 'typebox'
import type { AgreementTerms } from '#domain/agreement.ts'
import { parseAmount } from '#domain/money.ts'
import type { Problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { RequestedAgreement } from '#flows/payment/authorize/payment-request.ts'
import type { ValidParts } from '../../route.ts'
import { TERMS } from '../agreements/schemas.ts'
import type { AuthorizeBody } from './authorize-body.ts'

const { purpose, description, ...OPTIONAL_TERMS } = TERMS

/** `agreement` of a payment: its terms, or the `id` of one to move (docs/reference/agreements.md). */
export const AgreementBody = Type.Object(
  {
    id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Moves this agreement to the card of the payment.' }),
    ),
    purpose: Type.Optional(purpose),
    description: Type.Optional(description),
    ...OPTIONAL_TERMS,
  },
  { title: 'Agreement of a payment', description: 'Terms that the shopper agrees to, or `id` alone.' },
)

type AgreementBody = Static<typeof AgreementBody>

export function requestedAgreementOf(body: AgreementBody | undefined): RequestedAgreement | null {
  if (!body) return null
  if (body.id !== undefined) return { kind: 'existing', agreementId: body.id }
  return { kind: 'new', terms: termsOf({ ...body, purpose: body.purpose!, description: body.description! }) }
}

/** Terms of a body that passed its schema and `termProblems`. */
export function termsOf(
  body: Omit<AgreementBody, 'id'> & Required<Pick<AgreementBody, 'purpose' | 'description'>>,
): AgreementTerms {
  return {
    purpose: body.purpose,
    description: body.description,
    maxAmount: body.max_amount === undefined ? null : parseAmount(body.max_amount)!,
    frequencyDays: body.frequency_days ?? null,
    endsOn: body.ends_on ?? null,
  }
}

type Body = Pick<ValidParts<AuthorizeBody>, 'agreement' | 'payment_method' | 'tokenization'>

/** Finds errors of `agreement` that its schema cannot express. */
export function agreementProblems({ agreement, payment_method: method, tokenization }: Body, gateway: Gateway): Problem[] {
  if (!agreement) return []
  if (method?.type === 'agreement') return [problem('agreement', 'Omit it; a charge has its agreement already.')]
  const isStored = method?.type === 'saved_card' || tokenization?.save_card_for_future_payments === true
  const unsaved = problem('tokenization.save_card_for_future_payments', 'Set it to true; an agreement needs a stored card.')
  return [...(isStored ? [] : [unsaved]), ...contentProblems(agreement, gateway)]
}

const TERM_NAMES = ['purpose', 'description', 'max_amount', 'frequency_days', 'ends_on'] as const

function contentProblems(agreement: ValidParts<AgreementBody>, gateway: Gateway): Problem[] {
  if (agreement.id === undefined) {
    const missing = (['purpose', 'description'] as const).filter((name) => agreement[name] === undefined)
    return [...missing.map((name) => problem(`agreement.${name}`, 'Add this field.')), ...termProblems(agreement, gateway, 'agreement.')]
  }
  const beside = TERM_NAMES.filter((name) => agreement[name] !== undefined)
  const message = 'Omit it beside id; the terms of an agreement stay as they are.'
  const both = beside.length === 0 ? [] : [problem('agreement.id', 'Send either id or the terms of a new agreement.')]
  return [...both, ...beside.map((name) => problem(`agreement.${name}`, message))]
}

/**
 * Finds errors in the terms of a new agreement. The merchant's own day is checked later; here, a day that is over
 * everywhere.
 */
export function termProblems(
  { purpose, frequency_days: days, ends_on: endsOn }: ValidParts<AgreementBody>,
  { clock }: Gateway,
  prefix: string,
): Problem[] {
  const needsDays = purpose !== undefined && purpose !== 'UNSCHEDULED' && days === undefined
  const today = new Date(clock.now().getTime() - LAST_ZONE_MS).toISOString().slice(0, 10)
  return [
    ...(needsDays ? [problem(`${prefix}frequency_days`, `Add the days between charges; ${purpose} needs them.`)] : []),
    ...(endsOn !== undefined && endsOn < today ? [problem(`${prefix}ends_on`, 'Use today or a later day.', today)] : []),
  ]
}

/** The last place where a day ends is 12 hours behind UTC. */
const LAST_ZONE_MS = 12 * 60 * 60 * 1000

function problem(property: string, message: string, ...params: string[]): Problem {
  return { property, message, params }
}
