import type { Actor } from '#domain/actor.ts'
import { isDisputeOpen } from '#domain/dispute.ts'
import { invalid, orNotFound, type RequestError } from '#domain/problem.ts'
import type { ShownDispute } from '#interface/dispute.ts'
import { findDispute, noteAcceptance, type StoredDispute } from '#store/disputes/disputes.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import { findLatestAttempt } from '#store/transactions/attempts.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { askAboutDisputes, askedDisputeOf, disputesOf } from './ask-provider.ts'
import { followDispute } from './follow-dispute.ts'
import { shownDispute } from './read-disputes.ts'

/**
 * Accepts a dispute at its provider, which decides its new status (docs/reference/disputes.md#accept). Stored before
 * the call; a repeated call returns the accepted case.
 * @throws RequestError 404; 422 on `status` if it is over or its provider does not support acceptance; `unavailable`
 */
export async function acceptDispute(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  id: string,
): Promise<ShownDispute> {
  const before = orNotFound(await findDispute(gateway.sql, merchantId, id), 'dispute')
  if (before.status === 'ACCEPTED') return shownDispute(gateway, before)
  if (!isDisputeOpen(before)) throw isOver(before)
  const after = await acceptAtProvider(gateway, actor, before)
  if (after.status !== 'ACCEPTED' && !isDisputeOpen(after)) throw isOver(after)
  return shownDispute(gateway, after)
}

async function acceptAtProvider(gateway: Gateway, actor: Actor, dispute: StoredDispute): Promise<StoredDispute> {
  const { merchantId, disputeId, provider, providerAccountId, providerReference: reference } = dispute
  const accept = disputesOf(gateway, provider)?.accept
  if (!accept) throw invalid('status', `Accept it in the dashboard of ${provider}; its API takes no acceptance.`)
  const account = await findProviderAccount(gateway.sql, merchantId, providerAccountId)
  if (!account) throw new Error(`Provider account ${providerAccountId} is gone.`)
  const attempt = await findLatestAttempt(gateway.sql, merchantId, dispute.transactionId)
  const named = { reference, attemptId: attempt?.attemptId ?? null }
  const deed = { actor, action: 'dispute.accepted' as const, merchantId, subject: disputeId }
  await withAuditEntry(gateway, deed, (tx) => noteAcceptance(tx, merchantId, disputeId))
  const asked = await askedDisputeOf(gateway, account, named)
  await askAboutDisputes(gateway, account, (access) => accept(access, asked))
  return (await followDispute(gateway, account, named)) ?? dispute
}

function isOver({ status }: StoredDispute): RequestError {
  return invalid('status', 'This dispute is over; only an open one can be accepted.', status)
}
