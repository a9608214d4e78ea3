import { gatewayOutcome, type Outcome } from '#providers/port/domain.ts'
import { getText } from '#providers/port/json-path.ts'
import type { ProviderAnswer } from '#providers/port/provider.ts'
import { toAnswer } from './declines.ts'
import { succeededOutcome } from './intent.ts'

/** Result of a refund, which may fail days later: its money is back with the merchant. */
export function refundAnswerOf(refund: unknown): ProviderAnswer {
  const status = getText(refund, 'status') ?? 'no status'
  if (status === 'succeeded') return toAnswer(succeededOutcome(getText(refund, 'id'), status))
  if (status === 'failed' || status === 'canceled') return toAnswer(failed(getText(refund, 'failure_reason') ?? status))
  return toAnswer({ ...gatewayOutcome('1002', 'Stripe is still working on the refund.'), providerResponseCode: status })
}

function failed(reason: string): Outcome {
  const message = 'The refund did not reach the cardholder; the money is back in the Stripe balance.'
  return { ...gatewayOutcome('1000', message), providerResponseCode: reason, providerResponseMessage: message }
}
