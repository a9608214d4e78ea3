import { DISPUTE_WARNING_HOURS, type Dispute } from '#domain/dispute.ts'
import { disputeEvent } from '#events/dispute-events.ts'
import { claimDueWarnings } from '#store/disputes/due-disputes.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { insertTeamMails } from '#store/mails/write-mails.ts'
import type { Gateway } from '../gateway.ts'
import { shownDispute } from './read-disputes.ts'

const FIRST_WARNING_MS = DISPUTE_WARNING_HOURS.first * 3_600_000
const BATCH = 50

/** Due time of the next warning; null if none follows, undefined if unchanged. @param aheadSeconds of the merchant's clock */
export function nextWarning(
  { status, respondBy }: Dispute,
  before: Dispute | undefined,
  aheadSeconds: number,
  now: Date,
): Date | null | undefined {
  if (status !== 'NEEDS_RESPONSE' || !respondBy) return null
  if (before?.status === status && before.respondBy?.getTime() === respondBy.getTime()) return undefined
  const deadline = respondBy.getTime() - aheadSeconds * 1000
  return deadline <= now.getTime() ? null : new Date(Math.max(deadline - FIRST_WARNING_MS, now.getTime()))
}

/** Sends `dispute.due` before deadlines (docs/reference/disputes.md#deadlines). @returns true if more may be due */
export function warnOfDeadlines(gateway: Gateway): Promise<boolean> {
  return gateway.sql.begin(async (tx) => {
    const claimed = await claimDueWarnings(tx, BATCH)
    const due = claimed.filter(({ isToWarn }) => isToWarn).map((dispute) => shownDispute(gateway, dispute))
    await recordFurtherEvents(
      tx,
      due.map((dispute) => disputeEvent('dispute.due', dispute, gateway.clock.now())),
    )
    if (gateway.settings.mail)
      for (const { merchantId, disputeId } of due)
        await insertTeamMails(tx, { merchantId, kind: 'dispute', about: disputeId }, ['owner', 'admin', 'finance'])
    return claimed.length === BATCH
  })
}
