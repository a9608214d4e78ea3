import type { Static, TObject } from 'typebox'
import { type Problem, problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type AgreementBody, TERMS } from '#interface/agreement.ts'
import type { ValidParts } from '../../route.ts'

type AgreementFields = ValidParts<Static<typeof AgreementBody>>

interface Body {
  readonly agreement?: AgreementFields | undefined
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

function contentProblems(agreement: AgreementFields, gateway: Gateway): Problem[] {
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

type Terms = Static<TObject<typeof TERMS>>

/** The last time zone is 12 hours behind UTC. */
const LAST_ZONE_MS = 12 * 60 * 60 * 1000

/**
 * Rejects days that have ended everywhere; the day of the merchant is checked later.
 * @param prefix of fields, for example `agreement.`
 */
export function termProblems(
  { purpose, frequency_days: days, ends_on: endsOn }: ValidParts<Terms>,
  { clock }: Gateway,
  prefix: string,
): Problem[] {
  const needsDays = purpose !== 'UNSCHEDULED' && days === undefined
  const today = new Date(clock.now().getTime() - LAST_ZONE_MS).toISOString().slice(0, 10)
  const missing = 'Add the days between charges; only UNSCHEDULED has none.'
  return [
    ...(needsDays ? [problem(`${prefix}frequency_days`, missing)] : []),
    ...(endsOn !== undefined && endsOn < today
      ? [{ property: `${prefix}ends_on`, message: 'Use today or a later day.', params: [today] }]
      : []),
  ]
}
