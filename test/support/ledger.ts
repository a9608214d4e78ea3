import { newId } from '#domain/ids.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { OriginalType } from '#domain/transaction-type.ts'
import type { Sql } from '#store/connection/database.ts'
import { type Ending, finishTransactions } from '#store/transactions/endings.ts'
import { recordFollowUp } from '#store/transactions/follow-ups.ts'
import { recordIntents } from '#store/transactions/intents.ts'

/** What a follow-up wants of its parent. */
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
  /** A pending original. */
  begin(transactionType: OriginalType, amount: bigint): Promise<Transaction>
  /** @returns undefined where the parent does not bear it */
  followUp(parent: Transaction, asked: RequestedFollowUp): Promise<Transaction | undefined>
  /** Ends transactions in one statement, as a batch does. */
  finish(...wanted: readonly Wanted[]): Promise<void>
}

const DUE_IN_SECONDS = 60

export async function newTrader(sql: Sql): Promise<Trader> {
  const merchantId = newId('mer')
  await sql`insert into merchants (merchant_id, name, client_key) values (${merchantId}, 'Larkspur', ${merchantId})`
  return {
    merchantId,
    async begin(transactionType, amount) {
      const transaction = pending(merchantId, { transactionType, amount })
      const common = { version: 1n, transaction, attempt: newAttempt(), referenceKind: 'transaction' as const }
      await recordIntents(sql, [{ ...common, ...NO_EXTRAS, storedCard: null, walletMessage: null }], DUE_IN_SECONDS)
      return transaction
    },
    async followUp({ id, reference }, { type, amount, final = false }) {
      const transaction = pending(merchantId, { transactionType: type, amount, parentId: id, reference })
      const common = { version: 1n, transaction, type, final, attempt: newAttempt() }
      const limits = { onlyCapture: false, settlementDelaySeconds: 60, dueInSeconds: DUE_IN_SECONDS }
      const answer = await recordFollowUp(sql, { ...common, ...limits })
      return answer === 'recorded' ? transaction : undefined
    },
    async finish(...wanted) {
      await finishTransactions(sql, wanted.map(endingOf))
    },
  }
}

const NO_EXTRAS = { browserInfo: null, notificationUrl: null }

function newAttempt() {
  return { attemptId: newId('att'), number: 1, provider: 'card-simulator', providerAccountId: 'acc_1' }
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
  return { ended, expected: 'provider-answer', fee: approved ? fee : 0n, attempt: null, event, further: [] }
}

function pending(merchantId: string, particulars: Partial<Transaction>): Transaction {
  const id = newId('trx')
  return {
    id,
    merchantId,
    terminalId: 'ter_shop',
    orderId: newId('ord'),
    sessionId: null,
    parentId: null,
    reference: id,
    description: null,
    transactionType: 'PURCHASE',
    channel: 'ecommerce',
    currency: 'EUR',
    amount: 1n,
    normalizedAmount: particulars.amount ?? 1n,
    outgoingAmount: null,
    outgoingCurrency: null,
    capturedAmount: 0n,
    refundedAmount: 0n,
    followUps: { capturingAmount: 0n, refundingAmount: 0n, captureState: 'OPEN', voidState: null, finishedAt: null },
    status: 'PENDING',
    processingCode: '1002',
    responseMessage: null,
    errors: [],
    awaiting: 'provider-answer',
    shopperStep: null,
    customer: NOBODY,
    customerIp: null,
    paymentMethod: { method: 'card', type: 'card', masked: null, brand: null, hash: null, token: null },
    instrumentHash: null,
    storedToken: null,
    processingResult: { ...SAID_NOTHING, paymentProviderId: 'card-simulator', paymentProviderAccountId: 'acc_1' },
    authentication: { status: null, level: null },
    initiatedBy: 'MERCHANT',
    systan: 1,
    returnUrl: null,
    errorUrl: null,
    cancelUrl: null,
    metadata: null,
    data: null,
    createdAt: new Date(),
    updatedAt: new Date(),
    ...particulars,
  }
}

const NOBODY = {
  id: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  country: null,
  postalCode: null,
  email: null,
  phone: null,
}

const SAID_NOTHING = {
  approvalCode: null,
  referenceNumber: null,
  providerResponseCode: null,
  providerResponseMessage: null,
}
