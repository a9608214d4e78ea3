import type { TransactionType } from '#domain/transaction-type.ts'
import type { AskedAttempt, Call, Charge, FollowUp, InquiryAnswer, ProviderAnswer } from '#providers/port/provider.ts'
import { directivesFor } from './config.ts'
import type { SimulatorDefinition } from './definition.ts'
import type { Directives } from './directives.ts'
import { caseOf } from './disputes.ts'
import { confirmationOf, lostAnswerOf } from './faults.ts'
import { signatureFor } from './notices.ts'
import type { FoundCharge, IssuedId, NewCharge, SimulatedCharge, SimulatedCharges } from './simulated-charges.ts'
import { immediateCharge, outgoingCharge, REVERSED, refused } from './translate.ts'
import { delay } from './unreliable-call.ts'

/** Bank of a simulator: it commits to its ledger before it answers, and answers inquiries from the ledger alone. */
export function openBank({ name, resultOf }: SimulatorDefinition, charges: SimulatedCharges) {
  return {
    async charge(call: Call, charge: Charge): Promise<ProviderAnswer> {
      const directives = directivesFor(call.account, charge.metadata)
      const result = resultOf(directives, charge, await issuedFor(charges, charge))
      const own = lineOf(name, call, charge, charge.transactionType)
      const line = { ...own, ...result, answer: { ...result.answer, ...disputeOf(call, charge, directives) } }
      return carryOut(charges, line, directives, call.signal)
    },

    followUp(call: Call, followUp: FollowUp): Promise<ProviderAnswer> {
      const directives = directivesFor(call.account, followUp.metadata)
      const line = { ...lineOf(name, call, followUp, followUp.operation), ...resultOfFollowUp(directives, followUp) }
      return carryOut(charges, { ...line, page: null }, directives, call.signal)
    },

    async inquire(call: Call, { merchantId, attemptId }: AskedAttempt): Promise<InquiryAnswer> {
      const charge = await charges.find(merchantId, attemptId)
      if (charge === undefined || charge.answer.concealed) return { kind: 'not-found' }
      if (charge.answer.namesLate) await call.rememberReference(referenceOf(attemptId))
      return toldOf(charge)
    },

    async reverse({ account }: Call, { merchantId, attemptId }: AskedAttempt): Promise<void> {
      const { provider, providerAccountId } = account
      await charges.reverse({ attemptId, merchantId, provider, providerAccountId, answer: REVERSED })
    },
  }
}

/** Looks up the scheme ID of a charge without the shopper. */
async function issuedFor(charges: SimulatedCharges, { merchantId, agreement }: Charge): Promise<IssuedId | undefined> {
  if (agreement?.initiatedBy !== 'MERCHANT' || agreement.networkTransactionId === null) return undefined
  return charges.findIssued(merchantId, agreement.networkTransactionId)
}

/** Checks the reference of the parent, as a bank does. */
function resultOfFollowUp(directives: Directives, { operation, parent }: FollowUp): SimulatedCharge {
  const { providerReference, attemptId } = parent
  if (providerReference !== null && providerReference !== referenceOf(attemptId)) {
    return refused('1001', 'no such charge')
  }
  return operation === 'REFUND' ? outgoingCharge(directives) : immediateCharge(directives)
}

/** Case that the tester requested, opened after the charge. */
function disputeOf({ credentials }: Call, charge: Charge, { dispute: opens }: Directives) {
  if (opens === null || charge.transactionType === 'PAYOUT') return {}
  return { dispute: { opens, signature: signatureFor(credentials, { ...charge, dispute: caseOf(charge.attemptId) }) } }
}

/** Bank's reference of a charge. */
function referenceOf(attemptId: string): string {
  return attemptId.replace('att_', 'sim_')
}

/** For a bank transfer including the received amount. */
function toldOf({ answer: { given }, receivedAmount }: FoundCharge): ProviderAnswer {
  if (given.kind !== 'outcome' || receivedAmount === 0n) return given
  return { ...given, outcome: { ...given.outcome, receivedAmount: String(receivedAmount) } }
}

/** Records first, then answers, unless the answer is to be lost. */
async function carryOut(
  charges: SimulatedCharges,
  line: NewCharge,
  directives: Directives,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const lost = lostAnswerOf(directives.fault)
  if (lost?.records === false) return lost.lose(signal)
  const { answer } = await charges.record(line)
  await delay(directives.delayMs ?? confirmationOf(directives.fault)?.answersAfterMs ?? null, signal)
  return lost ? lost.lose(signal) : answer.given
}

function lineOf(provider: string, call: Call, charge: Charge | FollowUp, operation: TransactionType) {
  return {
    attemptId: charge.attemptId,
    merchantId: charge.merchantId,
    provider,
    providerAccountId: call.account.providerAccountId,
    transactionId: charge.transactionId,
    reference: charge.reference,
    operation,
    money: charge.money,
    noticeUrl: charge.noticeUrl,
    noticeSignature: signatureFor(call.credentials, charge),
  }
}
