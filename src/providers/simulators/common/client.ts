import type { ProviderAccount } from '#domain/merchant.ts'
import type { TransactionType } from '#domain/transaction-type.ts'
import type { AttemptKey, Charge, FollowUp, InquiryAnswer, ProviderAnswer } from '../../provider.ts'
import { directivesFor } from './config.ts'
import type { SimulatorDefinition } from './definition.ts'
import type { Directives } from './directives.ts'
import { lostAnswerOf } from './faults.ts'
import { pause } from './line.ts'
import type { FoundCharge, NewCharge, SimulatedCharges } from './simulated-charges.ts'
import { answeredAtOnce, REVERSED } from './translate.ts'

/**
 * The bank behind a simulator. It commits to its ledger before it answers, and answers inquiries from the ledger alone.
 */
export function openBank({ name, resultOf }: SimulatorDefinition, charges: SimulatedCharges) {
  return {
    charge(account: ProviderAccount, charge: Charge, signal: AbortSignal): Promise<ProviderAnswer> {
      const directives = directivesFor(account, charge.metadata)
      const line = { ...lineOf(name, account, charge, charge.transactionType), ...resultOf(directives, charge) }
      return carryOut(charges, line, directives, signal)
    },

    followUp(account: ProviderAccount, followUp: FollowUp, signal: AbortSignal): Promise<ProviderAnswer> {
      const directives = directivesFor(account, followUp.metadata)
      const line = { ...lineOf(name, account, followUp, followUp.operation), ...answeredAtOnce(directives), page: null }
      return carryOut(charges, line, directives, signal)
    },

    async inquire({ merchantId, attemptId }: AttemptKey): Promise<InquiryAnswer> {
      const charge = await charges.find(merchantId, attemptId)
      return charge === undefined || charge.answer.concealed ? { kind: 'not-found' } : toldOf(charge)
    },

    async reverse({ merchantId, attemptId, account }: AttemptKey): Promise<void> {
      const { provider, providerAccountId } = account
      await charges.reverse({ attemptId, merchantId, provider, providerAccountId, answer: REVERSED })
    },
  }
}

/** Of a bank transfer also how much of it has arrived. */
function toldOf({ answer: { given }, receivedAmount }: FoundCharge): ProviderAnswer {
  if (given.kind !== 'outcome' || receivedAmount === 0n) return given
  return { ...given, outcome: { ...given.outcome, receivedAmount: String(receivedAmount) } }
}

/** Records first, then answers, unless the answer is to get lost. */
async function carryOut(
  charges: SimulatedCharges,
  line: NewCharge,
  directives: Directives,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const lost = lostAnswerOf(directives.fault)
  if (lost?.records === false) return lost.lose(signal)
  const { answer } = await charges.record(line)
  await pause(directives.delayMs, signal)
  return lost ? lost.lose(signal) : answer.given
}

function lineOf(provider: string, account: ProviderAccount, charge: Charge | FollowUp, operation: TransactionType) {
  return {
    attemptId: charge.attemptId,
    merchantId: charge.merchantId,
    provider,
    providerAccountId: account.providerAccountId,
    transactionId: charge.transactionId,
    reference: charge.reference,
    operation,
    money: charge.money,
    noticeUrl: charge.noticeUrl,
  }
}
