import type { SystemOverview } from '#interface/system.ts'
import { countDueDeliveries } from '#store/events/deliveries.ts'
import { findLastProof } from '#store/ledger/ledger-proofs.ts'
import { countWaitingMails } from '#store/mails/due-mails.ts'
import { readSearchLag } from '#store/metrics/figures.ts'
import { countOverdue } from '#store/transactions/pending-transactions.ts'
import type { Gateway } from '../gateway.ts'
import { countReversalsToLookInto } from './given-up-reversals.ts'

/** Overview for operators. @param version of this program */
export async function showSystem(gateway: Gateway, version: string): Promise<SystemOverview> {
  const { sql, circuits, settings } = gateway
  const [due, overdueTransactions, reversalsGivenUp, searchLagSeconds, openCircuits, proof, waitingMails] =
    await Promise.all([
      countDueDeliveries(sql),
      countOverdue(sql),
      countReversalsToLookInto(gateway),
      readSearchLag(sql),
      circuits.openAccounts(),
      findLastProof(sql),
      settings.mail ? countWaitingMails(sql) : null,
    ])
  const { realm } = settings
  const { count: dueDeliveries, oldestAt: oldestDueDeliveryAt } = due
  const waiting = {
    dueDeliveries,
    oldestDueDeliveryAt,
    overdueTransactions,
    reversalsGivenUp,
    searchLagSeconds,
    waitingMails,
  }
  return { version, realm, ...waiting, openCircuits, lastLedgerProof: proof ?? null }
}
