import type { DisputeReport, DisputeStage, DisputeStatus } from '#domain/dispute.ts'
import type { ProviderDisputes } from '#providers/provider.ts'

/** A case in the simulators' ledger. */
export interface SimulatedDispute {
  readonly attemptId: string
  readonly stage: DisputeStage
  readonly status: DisputeStatus
  readonly amount: bigint
  readonly currency: string
  readonly respondBy: Date
  /** The oldest first; minor units as digits. */
  readonly movements: readonly { readonly kind: 'WITHDRAWN' | 'REINSTATED'; readonly amount: string }[]
}

/** The simulators' ledger of disputes, filled by the app from `store`. */
export interface DisputeLedger {
  find(merchantId: string, reference: string): Promise<SimulatedDispute | undefined>
  /** An open case becomes accepted; its money stays as it is. */
  accept(merchantId: string, reference: string): Promise<void>
}

/** ID of the case about a charge: each has one at most. */
export function caseOf(attemptId: string): string {
  return attemptId.replace('att_', 'case_')
}

/** Answers of a simulated provider about disputes, from its ledger alone. */
export function simulatedDisputes(ledger: DisputeLedger): ProviderDisputes {
  return {
    async inquire(_, { merchantId, reference }) {
      const found = await ledger.find(merchantId, reference)
      return found ? reportOf(found) : 'not-found'
    },
    accept: (_, { merchantId, reference }) => ledger.accept(merchantId, reference),
  }
}

function reportOf({ movements, currency, ...found }: SimulatedDispute): DisputeReport {
  return {
    ...found,
    currency,
    reason: 'FRAUD',
    networkReasonCode: '10.4',
    movements: movements.map(({ kind, amount }, index) => ({
      id: String(index),
      kind,
      amount: BigInt(amount),
      currency,
    })),
  }
}
