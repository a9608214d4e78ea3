import type { NextStep } from '#domain/next-step.ts'
import type { Gateway } from '../gateway.ts'
import { askProvider } from './ask-provider.ts'
import { authenticate } from './authenticate.ts'
import type { OpenAttempt } from './open-attempt.ts'

/** One try with one provider: the shopper proves who they are where the card takes part, then the provider answers. */
export async function attempt(gateway: Gateway, open: OpenAttempt): Promise<NextStep> {
  return (await authenticate(gateway, open)) ?? askProvider(gateway, open, null)
}
