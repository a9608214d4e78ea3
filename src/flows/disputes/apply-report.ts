import { addToHistory, type Dispute, type DisputeReport, factsOf, hasFacts, isDisputeOpen } from '#domain/dispute.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import { disputeEvent } from '#events/dispute-events.ts'
import type { Sql } from '#store/connection/database.ts'
import { lockPayment } from '#store/disputes/disputed-payment.ts'
import { findDisputeByReference, type StoredDispute, saveDispute } from '#store/disputes/disputes.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { lockClockAhead } from '#store/merchants/test-clock.ts'
import type { Gateway } from '../gateway.ts'
import { shownDispute } from './read-disputes.ts'
import { recordChanges, reviewDisputes } from './review-disputes.ts'
import { nextWarning } from './warnings.ts'

export interface DisputeAnswer {
  readonly account: ProviderAccount
  readonly reference: string
  /** From `nextAsk`, drawn before the call. */
  readonly ask: bigint
  readonly report: DisputeReport
  readonly paymentId: string
  /** False for a charge that did not approve the payment: then nothing is booked. */
  readonly isPaid: boolean
}

/** Commits a report of a case with records, journals and events. Ignores a response older than the recorded one. */
export function applyReport(gateway: Gateway, answer: DisputeAnswer): Promise<StoredDispute> {
  const { account, reference, ask } = answer
  return gateway.sql.begin(async (tx) => {
    const payment = await lockPayment(tx, account.merchantId, answer.paymentId)
    if (!payment) throw new Error(`Transaction ${answer.paymentId} is gone.`)
    const before = await findDisputeByReference(tx, account, reference)
    if (before && before.ask >= ask) return before
    return record(tx, gateway, answer, payment, before)
  })
}

async function record(
  tx: Sql,
  gateway: Gateway,
  { account, reference, ask, report, isPaid }: DisputeAnswer,
  payment: Transaction,
  before: StoredDispute | undefined,
): Promise<StoredDispute> {
  const now = gateway.clock.now()
  const facts = factsOf(report, before)
  const isNew = !before || !hasFacts(before, facts)
  const dispute = {
    ...(before ?? newDispute(account, reference, payment, now)),
    ...facts,
    history: addToHistory(before?.history ?? [], facts, now),
    updatedAt: isNew ? now : before.updatedAt,
    movements: isPaid ? report.movements.map((movement) => ({ ...movement, amount: String(movement.amount) })) : [],
    ask,
  }
  const ahead = await lockClockAhead(tx, dispute.merchantId)
  await saveDispute(tx, dispute, nextWarning(dispute, before, ahead, now))
  const changed = await reviewDisputes(tx, gateway, payment, dispute.disputeId)
  const after = (await findDisputeByReference(tx, account, reference))!
  const events = isNew ? eventsOf(gateway, before, after, now) : []
  await recordFurtherEvents(tx, events)
  const isTold = events.some(({ type }) => type !== 'dispute.closed')
  const others = changed.filter(({ disputeId }) => !isTold || disputeId !== after.disputeId)
  await recordChanges(tx, gateway, others)
  return after
}

function newDispute(account: ProviderAccount, providerReference: string, payment: Transaction, createdAt: Date) {
  const { merchantId, provider, providerAccountId } = account
  return {
    ...{ disputeId: newId('dsp'), merchantId, provider, providerAccountId, providerReference },
    ...{ transactionId: payment.id, terminalId: payment.terminalId },
    ...{ acceptedAt: null, createdAt },
  }
}

/** A case that is over at its first report is opened and closed. */
function eventsOf(gateway: Gateway, before: Dispute | undefined, after: StoredDispute, at: Date): FurtherEvent[] {
  const shown = shownDispute(gateway, after)
  const opened = before ? [] : [disputeEvent('dispute.opened', shown, at)]
  const isClosed = !isDisputeOpen(after) && before?.status !== after.status
  if (isClosed) return [...opened, disputeEvent('dispute.closed', shown, at)]
  return before ? [disputeEvent('dispute.updated', shown, at)] : opened
}
