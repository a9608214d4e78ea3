import { type Environment, isOfMerchant, type Provider, requireTime, UnknownOutcome } from '#providers/port/tools.ts'
import { CAPABILITIES } from './capabilities.ts'
import { createOrder, inquireOrder } from './charge.ts'
import { openPayPal } from './client.ts'
import { credentialsIn, ORIGINS } from './config.ts'
import { openDisputes } from './disputes.ts'
import { inquireRefund, refund } from './follow-up.ts'
import { readNotice } from './notices.ts'
import { probe } from './probe.ts'
import { reverseOrder } from './reverse.ts'
import { readSettlement } from './settlement.ts'
import { CANCELED } from './translate/requests.ts'

/** PayPal by redirect, Orders v2 (docs/providers/paypal.md). @param origin replaces the realm's host in tests */
export function createPayPal({ realm, origin = ORIGINS[realm] }: Environment): Provider {
  const paypal = openPayPal(origin)
  return {
    name: 'paypal',
    capabilities: CAPABILITIES,
    credentials: credentialsIn(realm),
    returnParameters: Object.keys(CANCELED),
    checkMetadata: () => [],
    checkSettings: () => [],
    probe: (access) => probe(paypal, access),
    async authorize(call, charge) {
      return createOrder(paypal, requireTime(call, 'PayPal'), charge)
    },
    async followUp(call, followUp) {
      return refund(paypal, requireTime(call, 'PayPal'), followUp)
    },
    async inquire(call, attempt) {
      if (!isOfMerchant(requireTime(call, 'PayPal'), attempt)) return { kind: 'not-found' }
      return attempt.operation === 'REFUND' ? inquireRefund(paypal, call, attempt) : inquireOrder(paypal, call, attempt)
    },
    async reverse(call, attempt) {
      if (attempt.operation === 'REFUND') throw new UnknownOutcome('A refund cannot be reversed at PayPal.')
      if (isOfMerchant(requireTime(call, 'PayPal'), attempt)) await reverseOrder(paypal, call, attempt)
    },
    disputes: openDisputes(paypal),
    readNotice,
    readSettlement,
  }
}
