import type { AskedAttempt, Call, Charge, Environment, Provider } from '#providers/port/tools.ts'
import { answerWith, isOfMerchant, requireTime } from '#providers/port/tools.ts'
import { capabilities, capabilitiesWith } from './capabilities.ts'
import { createCardChannel } from './charge-card.ts'
import { createLinkChannel } from './charge-link.ts'
import { checkoutClient, transfersClient } from './client.ts'
import { CREDENTIALS, problemsOfSettings, settingsIn } from './config.ts'
import { createFollowUpHandler } from './follow-up.ts'
import { LINK_METHODS } from './link-methods.ts'
import { readNotice } from './notices.ts'
import { createPayoutHandler } from './payout.ts'
import { probe } from './probe.ts'
import { readSettlement } from './settlement.ts'
import { disputeReportOf } from './translate/dispute.ts'

/** Adyen: Checkout 72 for cards and payment links, Transfers 4 for payouts (docs/providers/adyen.md). */
export function createAdyen(environment: Environment): Provider {
  const ways = openWays(environment)
  return {
    ...capabilities,
    capabilitiesWith,
    credentials: CREDENTIALS,
    settings: settingsIn(environment.realm),
    checkMetadata: () => [],
    checkSettings: (settings) => problemsOfSettings(environment, settings),
    probe: (access) => probe(environment, access),
    authorize: (call, charge) => authorize(ways, call, charge),
    followUp: (call, followUp) => ways.followUps.followUp(call, followUp),
    async inquire(call, attempt) {
      if (!isOfMerchant(requireTime(call, 'Adyen'), attempt)) return { kind: 'not-found' }
      return wayOf(ways, attempt).inquire(call, attempt)
    },
    async reverse(call, attempt) {
      await wayOf(ways, attempt).reverse(requireTime(call, 'Adyen'), attempt)
    },
    disputes: {
      async inquire(_, { reference, attemptId, notices }) {
        return (attemptId !== null && disputeReportOf(notices, reference, attemptId)) || 'not-found'
      },
    },
    readNotice,
    readSettlement,
  }
}

type Ways = ReturnType<typeof openWays>

function openWays(environment: Environment) {
  const send = checkoutClient(environment)
  return {
    cards: createCardChannel(send),
    links: createLinkChannel(send),
    payouts: createPayoutHandler(transfersClient(environment)),
    followUps: createFollowUpHandler(send),
  }
}

async function authorize({ cards, links, payouts }: Ways, call: Call, charge: Charge) {
  const { instrument } = charge
  if (instrument.kind === 'card') return cards.authorize(call, { ...charge, instrument })
  if (instrument.kind === 'bank-account') return payouts.authorize(call, { ...charge, instrument })
  const { method } = instrument
  if (!Object.hasOwn(LINK_METHODS, method)) return answerWith('1001', `Adyen does not support ${method}.`)
  return links.authorize(call, { ...charge, instrument })
}

function wayOf({ cards, links, payouts, followUps }: Ways, { parent, operation, paymentMethod }: AskedAttempt) {
  if (parent !== null) return followUps
  if (operation === 'PAYOUT') return payouts
  return Object.hasOwn(LINK_METHODS, paymentMethod) ? links : cards
}
