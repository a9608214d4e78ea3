import type { DisputeReport, DisputeStage, DisputeStatus } from '#domain/dispute.ts'
import type { ProviderDisputes } from '#providers/port/provider.ts'

export interface SimulatedDispute {
  readonly attemptId: string
  readonly stage: DisputeStage
  readonly status: DisputeStatus
  readonly amount: bigint
  readonly currency: string
  readonly respondBy: Date
  /** Oldest first; minor units as digits. */
  readonly movements: readonly { readonly kind: 'WITHDRAWN' | 'REINSTATED'; readonly amount: string }[]
}

/** The simulators' ledger of disputes, implemented by `store`. */
export interface DisputeLedger {
  find(merchantId: string, reference: string): Promise<SimulatedDispute | undefined>
  /** Marks an open case as accepted; its money stays as it is. */
  accept(merchantId: string, reference: string): Promise<void>
}

export function caseOf(attemptId: string): string {
  return attemptId.replace('att_', 'case_')
}

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
