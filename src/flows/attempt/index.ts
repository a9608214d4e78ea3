import { needsAuthentication } from '#domain/instrument.ts'
import type { NextStep } from '#domain/next-step.ts'
import { ownOutcome } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'
import { askProvider } from './ask-provider.ts'
import { authenticate } from './authenticate.ts'
import type { OpenAttempt } from './open-attempt.ts'
import { retryElsewhere } from './try-again.ts'

const UNAUTHENTICATED = ownOutcome(
  '1000',
  'The issuer asks for an authentication that this card does not take part in.',
)

/**
 * One attempt with one provider: the shopper proves who they are where 3-D Secure applies, then the provider answers.
 * An issuer that asked for an authentication and cannot have one keeps to its decline.
 */
export async function attempt(gateway: Gateway, open: OpenAttempt): Promise<NextStep> {
  const { instrument } = open
  const step = needsAuthentication(instrument) ? await authenticate(gateway, open, instrument.card) : undefined
  if (step) return step
  return open.round > 1 ? retryElsewhere(gateway, open, UNAUTHENTICATED) : askProvider(gateway, open, null)
}
