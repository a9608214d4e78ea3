import type { ProviderAccount } from './merchant.ts'
import { MAX_AMOUNT } from './money.ts'
import type { Problem } from './problem.ts'
import { TRANSACTION_TYPES, type TransactionType } from './transaction-type.ts'

type Settings = ProviderAccount['settings']

/** Fee settings of a provider account, with their maximum. */
const TERMS = {
  /** Hundredths of a per cent of the amount. */
  fee_basis_points: 10_000,
  /** Minor units of the transaction's currency. */
  fee_fixed: Number.MAX_SAFE_INTEGER,
  /** Minor units of the transaction's currency, for each dispute that takes money. */
  dispute_fee: Number.MAX_SAFE_INTEGER,
} as const

const WHOLE = 10_000n

/** Fee in minor units of the transaction's currency: a share, rounded half up, plus a fixed part. */
export function calculateFee({ transactionType, amount }: Charged, settings: Settings): bigint {
  if (!isCharged(transactionType)) return 0n
  const share = (amount * termOf(settings, 'fee_basis_points') + WHOLE / 2n) / WHOLE
  const fee = share + termOf(settings, 'fee_fixed')
  return fee <= MAX_AMOUNT ? fee : MAX_AMOUNT
}

/** Fee of a dispute, in minor units; taken with its first chargeback and kept (docs/reference/disputes.md#money). */
export function disputeFee(settings: Settings): bigint {
  return termOf(settings, 'dispute_fee')
}

interface Charged {
  readonly transactionType: TransactionType
  readonly amount: bigint
}

/** Returns a 422 on `settings.<key>` for each fee that is not a whole number within its bounds. */
export function validateFees(settings: Settings): readonly Problem[] {
  return Object.entries(TERMS)
    .filter(([key, most]) => settings[key] != null && !isWhole(settings[key], most))
    .map(([key, most]) => ({
      property: `settings.${key}`,
      message: `${key} must be a whole number from 0 to ${most}.`,
      params: ['0', String(most)],
    }))
}

/** True if its own journal charges a fee; a void returns its parent's. */
function isCharged(transactionType: TransactionType): boolean {
  return TRANSACTION_TYPES[transactionType].postings.some(({ figure }) => figure === 'fee')
}

/** A missing fee, or one stored before fees were checked, counts as 0. */
function termOf(settings: Settings, key: keyof typeof TERMS): bigint {
  const value = settings[key]
  return isWhole(value, TERMS[key]) ? BigInt(value) : 0n
}

function isWhole(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
}
