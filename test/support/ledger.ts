import { newId } from '#domain/ids.ts'
import { newTransaction, withProviderAccount } from '#domain/new-transaction.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { OriginalType } from '#domain/transaction-type.ts'
import type { Database } from '#store/connection/database.ts'
import { type Ending, finishTransactions } from '#store/transactions/endings.ts'
import { recordFollowUp } from '#store/transactions/follow-ups.ts'
import { recordIntents } from '#store/transactions/intents.ts'

interface RequestedFollowUp {
  readonly type: 'CAPTURE' | 'REFUND' | 'VOID'
  readonly amount: bigint
  readonly final?: boolean
}

/** How a pending transaction is to end. */
export interface Wanted {
  readonly transaction: Transaction
  readonly approved: boolean
  readonly fee?: bigint
}

/** A merchant whose transactions come and go in the store alone, without a provider and as fast as tests want them. */
export interface Trader {
  readonly merchantId: string
  /** A pending original. @param normalizedAmount its amount unless given */
  begin(transactionType: OriginalType, amount: bigint, normalizedAmount?: bigint): Promise<Transaction>
  /** @returns undefined if the parent does not allow it */
  followUp(parent: Transaction, asked: RequestedFollowUp): Promise<Transaction | undefined>
  /** Ends transactions in one statement, as a batch does. */
  finish(...wanted: readonly Wanted[]): Promise<void>
}

const DUE_IN_SECONDS = 60

export async function newTrader(sql: Database): Promise<Trader> {
  const merchantId = newId('mer')
  await sql`insert into merchants (merchant_id, name, client_key) values (${merchantId}, 'Larkspur', ${merchantId})`
  return {
    merchantId,
    async begin(transactionType, amount, normalizedAmount = amount) {
      const transaction = pending(merchantId, { transactionType, amount, normalizedAmount })
      const common = { version: 1n, transaction, attempt: newAttempt(), referenceKind: 'transaction' as const }
      await recordIntents(sql, [{ ...common, ...NO_EXTRAS, storedCard: null, walletMessage: null }], DUE_IN_SECONDS)
      return transaction
    },
    async followUp(parent, { type, amount, final = false }) {
      const { id: parentId, reference } = parent
      const transaction = pending(merchantId, { transactionType: type, amount, parentId, reference })
      const common = { version: 1n, transaction, parent, type, final, attempt: newAttempt() }
      const limits = { onlyCapture: false, settlementDelaySeconds: 60, dueInSeconds: DUE_IN_SECONDS }
      const answer = await recordFollowUp(sql, { ...common, ...limits })
      return typeof answer === 'string' ? undefined : answer
    },
    async finish(...wanted) {
      await finishTransactions(sql, wanted.map(endingOf))
    },
  }
}

const ACCOUNT = { provider: 'card-simulator', providerAccountId: 'acc_1' }
const NO_EXTRAS = { browserInfo: null, notificationUrl: null }

function newAttempt() {
  return { attemptId: newId('att'), number: 1, ...ACCOUNT }
}

function endingOf({ transaction, approved, fee = 0n }: Wanted): Ending {
  const takesNow = approved && ['PURCHASE', 'PAYMENT'].includes(transaction.transactionType)
  const ended: Transaction = {
    ...transaction,
    status: approved ? 'APPROVED' : 'DECLINED',
    processingCode: approved ? '0000' : '1000',
    capturedAmount: takesNow ? transaction.amount : 0n,
    awaiting: null,
  }
  const event = { id: newId('evt'), text: '{}', traceparent: null }
  return {
    ended,
    expected: 'provider-answer',
    lasts: null,
    fee: approved ? fee : 0n,
    attempt: null,
    event,
    further: [],
  }
}

function pending(merchantId: string, particulars: Partial<Transaction>): Transaction {
  const id = newId('trx')
  const own = { id, merchantId, terminalId: 'ter_shop', reference: id, currency: 'EUR', paymentMethod: CARD }
  const common = { ...own, transactionType: 'PURCHASE', amount: 1n } as const
  return withProviderAccount(ACCOUNT, newTransaction({ ...common, ...particulars }, new Date()))
}

const CARD = { method: 'card', type: 'card', masked: null, brand: null, hash: null, token: null }
