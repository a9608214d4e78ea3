import { bookedAmount, type Dispute, type DisputeMovement, movementRecordId } from '#domain/dispute.ts'
import { disputeFee } from '#domain/fees.ts'
import { newId } from '#domain/ids.ts'
import { keptText } from '#domain/kept-text.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { proportion } from '#domain/money.ts'
import { newTransaction } from '#domain/new-transaction.ts'
import { normalizePart } from '#domain/normalize-part.ts'
import type { Transaction } from '#domain/transaction.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import type { Sql } from '#store/connection/database.ts'
import type { DisputeRecord } from '#store/disputes/disputed-payment.ts'
import { insertReversal } from '#store/transactions/reversals.ts'
import type { Gateway } from '../gateway.ts'

/** Case to book, with its locked payment and the records of all its disputes. */
interface Case {
  readonly account: ProviderAccount
  readonly dispute: Pick<Dispute, 'merchantId' | 'disputeId'>
  readonly payment: Transaction
  readonly records: readonly DisputeRecord[]
  readonly movements: readonly DisputeMovement[]
}

const TYPES = { WITHDRAWN: 'CHARGEBACK', REINSTATED: 'CHARGEBACK_REVERSAL' } as const

/** Records a provider's new movements in chronological order (docs/reference/disputes.md#money). */
export async function bookMovements(tx: Sql, gateway: Gateway, { records, ...about }: Case): Promise<void> {
  let present = records
  for (const movement of about.movements) {
    const id = movementRecordId(about.dispute, movement)
    if (present.some((record) => record.id === id)) continue
    const booked = draftRecord(gateway, { ...about, records: present }, movement, id)
    if (booked.amount === 0n) continue
    const fee = isFirstOf(about.dispute, present) ? disputeFee(about.account.settings) : 0n
    const event = { id: newId('evt'), text: transactionProcessed(booked, about.payment.metadata) }
    await insertReversal(tx, booked, event, fee)
    gateway.observer.transactionEnded(booked, about.account.providerAccountId)
    present = [...present, { ...booked, disputeId: about.dispute.disputeId }]
  }
}

/** Record of a movement; its amount is 0 if there is nothing to book. */
function draftRecord({ clock }: Gateway, about: Case, movement: DisputeMovement, id: string): Transaction {
  const { payment, account, records, dispute } = about
  const { merchantId, terminalId, orderId, reference, description, currency, metadata } = payment
  const own = records.filter(({ disputeId }) => disputeId === dispute.disputeId)
  const [disputedAmount, withdrawnAmount] = [sumOf(records, 'amount'), sumOf(own, 'amount')]
  const amount = bookedAmount(movement, payment, {
    capturedAmount: capturedAtMost(payment),
    disputedAmount,
    withdrawnAmount,
  })
  const normalizedAmount =
    movement.kind === 'WITHDRAWN'
      ? normalizePart(payment, records, { type: 'CHARGEBACK', amount })
      : amount && proportion(sumOf(own, 'normalizedAmount'), amount, withdrawnAmount)
  const draft = newTransaction(
    {
      ...{ id, merchantId, terminalId, orderId, parentId: payment.id, reference, description, currency, amount },
      transactionType: TYPES[movement.kind],
      normalizedAmount,
      ...{ status: 'APPROVED', processingCode: '0000', responseMessage: keptText(MESSAGES[movement.kind]) },
      ...{ outgoingAmount: amount, outgoingCurrency: currency },
      ...{ customer: payment.customer, customerIp: payment.customerIp, paymentMethod: payment.paymentMethod, metadata },
      data: { disputeId: dispute.disputeId },
    },
    clock.now(),
  )
  const { provider: paymentProviderId, providerAccountId: paymentProviderAccountId } = account
  return { ...draft, processingResult: { ...draft.processingResult, paymentProviderId, paymentProviderAccountId } }
}

/** A void of a purchase returned the captured amount, and leaves nothing captured. */
function capturedAtMost({ transactionType, amount, capturedAmount, followUps }: Transaction): bigint {
  return transactionType === 'PURCHASE' && followUps.voidState === 'DONE' ? amount : capturedAmount
}

const MESSAGES = {
  WITHDRAWN: 'The provider took the disputed amount.',
  REINSTATED: 'The provider gave the disputed amount back.',
} as const

/** True if a case has taken no money yet: the fee is charged once. */
function isFirstOf({ disputeId }: Case['dispute'], records: readonly DisputeRecord[]): boolean {
  return !records.some((record) => record.disputeId === disputeId)
}

/** Sum of chargebacks less their reversals. */
function sumOf(records: readonly DisputeRecord[], figure: 'amount' | 'normalizedAmount'): bigint {
  const signs: Partial<Record<Transaction['transactionType'], bigint>> = { CHARGEBACK: 1n, CHARGEBACK_REVERSAL: -1n }
  return records.reduce((sum, record) => sum + (signs[record.transactionType] ?? 0n) * record[figure], 0n)
}
