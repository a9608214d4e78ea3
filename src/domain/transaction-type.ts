import { CHARGE_FEE, COLLECT, HOLD, PAY_OUT, type Posting, RELEASE, RETURN_FEE } from './ledger.ts'

interface Facts {
  /** Direction of an approval's money: to or from the merchant. `none` also if it returns money. */
  readonly money: 'in' | 'out' | 'none'
  readonly postings: readonly Posting[]
  /** Journal of an approval that depends on the type of the parent. */
  readonly postingsByParent?: { readonly [Parent in OriginalType]?: readonly Posting[] }
  /** Journal of a failure, if the hold that it would have used was released before. */
  readonly failurePostings?: readonly Posting[]
  /** Type and event of returned money (docs/reference/follow-ups.md#money-that-comes-back). */
  readonly returned?: { readonly type: TransactionType; readonly event: 'refund.failed' | 'payout.failed' }
  /** True if only an approval ends it (docs/decisions/0120-an-expiry-is-a-void-that-cannot-fail.md). */
  readonly cannotFail?: true
}

/** Requested from a terminal. */
interface Original extends Facts {
  readonly kind: 'original'
  readonly fields: { readonly type: string; readonly method: string }
}

/** Requested for an approved original (docs/reference/follow-ups.md#what-may-be-done). */
interface FollowUp extends Facts {
  readonly kind: 'follow-up'
  readonly parents: readonly OriginalType[]
}

/** Recorded without a request: reported by a provider, or due by time. */
interface Report extends Facts {
  readonly kind: 'report'
}

const AUTHORIZE_FIELDS = { type: 'transaction_type', method: 'payment_method.type' } as const

const TABLE = {
  AUTHORIZE: { kind: 'original', money: 'none', fields: AUTHORIZE_FIELDS, postings: [HOLD] },
  PURCHASE: { kind: 'original', money: 'in', fields: AUTHORIZE_FIELDS, postings: [COLLECT, CHARGE_FEE] },
  PAYMENT: {
    kind: 'original',
    money: 'in',
    fields: { type: 'terminal_id', method: 'method' },
    postings: [COLLECT, CHARGE_FEE],
  },
  PAYOUT: {
    kind: 'original',
    money: 'out',
    fields: { type: 'terminal_id', method: 'terminal_id' },
    postings: [PAY_OUT, CHARGE_FEE],
    returned: { type: 'PAYOUT_REVERSAL', event: 'payout.failed' },
  },
  CAPTURE: {
    kind: 'follow-up',
    money: 'in',
    parents: ['AUTHORIZE'],
    postings: [RELEASE, COLLECT, CHARGE_FEE],
    failurePostings: [RELEASE],
  },
  REFUND: {
    kind: 'follow-up',
    money: 'out',
    parents: ['PURCHASE', 'PAYMENT', 'AUTHORIZE'],
    postings: [PAY_OUT],
    returned: { type: 'REFUND_REVERSAL', event: 'refund.failed' },
  },
  VOID: {
    kind: 'follow-up',
    money: 'none',
    parents: ['AUTHORIZE', 'PURCHASE'],
    postings: [],
    postingsByParent: { AUTHORIZE: [RELEASE], PURCHASE: [PAY_OUT, RETURN_FEE] },
  },
  REFUND_REVERSAL: { kind: 'report', money: 'in', postings: [COLLECT] },
  PAYOUT_REVERSAL: { kind: 'report', money: 'in', postings: [COLLECT] },
  AUTHORIZATION_EXPIRY: { kind: 'report', money: 'none', postings: [RELEASE], cannotFail: true },
  CHARGEBACK: { kind: 'report', money: 'out', postings: [PAY_OUT, CHARGE_FEE] },
  CHARGEBACK_REVERSAL: { kind: 'report', money: 'in', postings: [COLLECT] },
} as const

export type TransactionType = keyof typeof TABLE
export type OriginalType = TypeOf<'original'>
export type FollowUpType = TypeOf<'follow-up'>

type Kind = (Original | FollowUp | Report)['kind']
type TypeOf<K extends Kind> = {
  [T in TransactionType]: (typeof TABLE)[T]['kind'] extends K ? T : never
}[TransactionType]

/** To add a type, add a row: code that distinguishes types does not compile until it has the new one. */
export const TRANSACTION_TYPES: {
  readonly [T in TransactionType]: Extract<Original | FollowUp | Report, { kind: (typeof TABLE)[T]['kind'] }>
} = TABLE

export const TYPE_NAMES = Object.keys(TABLE) as readonly TransactionType[]
export const ORIGINAL_TYPES = TYPE_NAMES.filter(isOriginal)
export const FOLLOW_UP_TYPES = TYPE_NAMES.filter((type) => TABLE[type].kind === 'follow-up') as readonly FollowUpType[]

export function isOriginal(type: TransactionType): type is OriginalType {
  return TABLE[type].kind === 'original'
}

export function isReport(type: TransactionType): boolean {
  return TABLE[type].kind === 'report'
}

/** @throws Error for a type that is not requested from a terminal */
export function originalType({ id, transactionType }: { id: string; transactionType: TransactionType }): OriginalType {
  if (!isOriginal(transactionType)) throw new Error(`Transaction ${id} is a ${transactionType}, which no one charges.`)
  return transactionType
}
