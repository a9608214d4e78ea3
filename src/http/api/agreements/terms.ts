import type { Static, TObject } from 'typebox'
import type { AgreementTerms } from '#domain/agreement.ts'
import { parseAmount } from '#domain/money.ts'
import type { Problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { ValidParts } from '../../route.ts'
import type { TERMS } from './schemas.ts'

type Terms = Static<TObject<typeof TERMS>>

export function termsOf(body: Terms): AgreementTerms {
  return {
    purpose: body.purpose,
    description: body.description,
    maxAmount: body.max_amount === undefined ? null : parseAmount(body.max_amount)!,
    frequencyDays: body.frequency_days ?? null,
    endsOn: body.ends_on ?? null,
  }
}

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
    ...(needsDays ? [{ property: `${prefix}frequency_days`, message: missing, params: [] }] : []),
    ...(endsOn !== undefined && endsOn < today
      ? [{ property: `${prefix}ends_on`, message: 'Use today or a later day.', params: [today] }]
      : []),
  ]
}
