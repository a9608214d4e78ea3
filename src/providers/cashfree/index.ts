import { type Environment, isOfMerchant, type Provider, requireTime, UnknownOutcome } from '#providers/port/tools.ts'
import { CAPABILITIES } from './capabilities.ts'
import { createLink, inquireLink } from './charge.ts'
import { openCashfree } from './client.ts'
import { credentialsIn, ORIGINS } from './config.ts'
import { inquireRefund, refund } from './follow-up.ts'
import { readNotice } from './notices.ts'
import { inquireTransfer, transfer } from './payout.ts'
import { probe } from './probe.ts'
import { reverseLink, reverseTransfer } from './reverse.ts'
import { readSettlement } from './settlement.ts'

/** Cashfree: payment links, and payouts in India (docs/providers/cashfree.md). @param origin replaces the host in tests */
export function createCashfree({ realm, origin = ORIGINS[realm] }: Environment): Provider {
  const cashfree = openCashfree(origin)
  return {
    name: 'cashfree',
    capabilities: CAPABILITIES,
    credentials: credentialsIn(realm),
    checkMetadata: () => [],
    checkSettings: () => [],
    probe: (access) => probe(cashfree, access),
    async authorize(call, charge) {
      requireTime(call, 'Cashfree')
      return charge.transactionType === 'PAYOUT' ? transfer(cashfree, call, charge) : createLink(cashfree, call, charge)
    },
    async followUp(call, followUp) {
      return refund(cashfree, requireTime(call, 'Cashfree'), followUp)
    },
    async inquire(call, attempt) {
      if (!isOfMerchant(requireTime(call, 'Cashfree'), attempt)) return { kind: 'not-found' }
      if (attempt.operation === 'PAYOUT') return inquireTransfer(cashfree, call, attempt)
      const ask = attempt.operation === 'REFUND' ? inquireRefund : inquireLink
      return ask(cashfree, call, attempt)
    },
    async reverse(call, attempt) {
      if (attempt.operation === 'REFUND') throw new UnknownOutcome('A refund cannot be reversed at Cashfree.')
      if (!isOfMerchant(requireTime(call, 'Cashfree'), attempt)) return
      const undo = attempt.operation === 'PAYOUT' ? reverseTransfer : reverseLink
      await undo(cashfree, call, attempt)
    },
    readNotice,
    readSettlement,
  }
}
