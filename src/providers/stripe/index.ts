import { type AskedAttempt, type Environment, type Provider, UnknownOutcome } from '#providers/port/tools.ts'
import { CAPABILITIES, capabilitiesWith, NAME } from './capabilities.ts'
import { authorize } from './charge.ts'
import { openClient } from './client.ts'
import { credentialsIn, MODES, ORIGINS, problemsOfSettings, SETTINGS } from './config.ts'
import { openDisputes } from './disputes.ts'
import { followUp, inquireFollowUp } from './follow-up.ts'
import { inquireCharge } from './inquire.ts'
import { readNotice } from './notices.ts'
import { probe } from './probe.ts'
import { reverseCharge } from './reverse.ts'
import { readSettlement } from './settlement.ts'

/** Stripe: cards by PaymentIntents (docs/providers/stripe.md). */
export function createStripe({ realm, origin = ORIGINS[realm] }: Environment): Provider {
  const send = openClient(origin, MODES[realm])
  return {
    name: NAME,
    capabilities: CAPABILITIES,
    capabilitiesWith,
    credentials: credentialsIn(realm),
    settings: SETTINGS,
    checkMetadata: () => [],
    checkSettings: problemsOfSettings,
    probe: (access) => probe(send, access),
    authorize: (call, charge) => authorize(send, call, charge),
    followUp: (call, asked) => followUp(send, call, asked),
    inquire: (call, attempt) =>
      isFollowUp(attempt) ? inquireFollowUp(send, call, attempt) : inquireCharge(send, call, attempt),
    async reverse(call, attempt) {
      if (isFollowUp(attempt)) throw new UnknownOutcome('Stripe does not take captures, refunds and voids back.')
      await reverseCharge(send, call, attempt)
    },
    disputes: openDisputes(send),
    readNotice,
    readSettlement,
  }
}

function isFollowUp(attempt: AskedAttempt): attempt is AskedAttempt & { parent: NonNullable<AskedAttempt['parent']> } {
  return attempt.parent !== null
}
