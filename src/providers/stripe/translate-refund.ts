import { type Outcome, ownOutcome } from '#domain/transaction.ts'
import { textAt } from '../http/fields-at.ts'
import type { ProviderAnswer } from '../provider.ts'
import { said } from './translate-declines.ts'
import { carriedOut } from './translate-intent.ts'

/** What became of a refund. One that failed days later says so here: its money is back with the merchant. */
export function refundAnswerOf(refund: unknown): ProviderAnswer {
  const status = textAt(refund, 'status') ?? 'no status'
  if (status === 'succeeded') return said(carriedOut(textAt(refund, 'id'), status))
  if (status === 'failed' || status === 'canceled') return said(failed(textAt(refund, 'failure_reason') ?? status))
  return said({ ...ownOutcome('1002', 'Stripe is still working on the refund.'), providerResponseCode: status })
}

function failed(reason: string): Outcome {
  const message = 'The refund did not reach the cardholder; the money is back in the Stripe balance.'
  return { ...ownOutcome('1000', message), providerResponseCode: reason, providerResponseMessage: message }
}
