import { needsAuthentication } from '#domain/instrument.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Gateway } from '../gateway.ts'
import { askProvider } from './ask-provider.ts'
import { authenticate } from './authenticate.ts'
import type { OpenAttempt } from './open-attempt.ts'

/** One try with one provider: the shopper proves who they are where 3-D Secure applies, then the provider answers. */
export async function attempt(gateway: Gateway, open: OpenAttempt): Promise<NextStep> {
  const { instrument } = open
  const step = needsAuthentication(instrument) ? await authenticate(gateway, open, instrument.card) : undefined
  return step ?? askProvider(gateway, open, null)
}
