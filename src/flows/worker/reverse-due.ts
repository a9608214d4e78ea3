import { type Attempt, claimDueReversals, markReversed } from '#store/transactions/attempts.ts'
import { giveUpReversal } from '#store/transactions/given-up-reversals.ts'
import { findSubmittedAttempt } from '#store/transactions/submitted-attempts.ts'
import type { Gateway } from '../gateway.ts'
import { accountOf } from '../payment/inquiry/inquire.ts'
import { warnOfGivenUp } from '../payment/inquiry/reverse-if-approved.ts'
import { callProvider } from '../provider-calls/call-provider.ts'

const BATCH = 50
/** An unconfirmed reversal is repeated after this, until the provider confirms it. */
const REPEAT_SECONDS = 5

/** Reverses unwanted charges: approvals that came after the end, and attempts that may still arrive. */
export async function reverseDue(gateway: Gateway): Promise<void> {
  const due = await claimDueReversals(gateway.sql, BATCH, REPEAT_SECONDS)
  await Promise.all(due.map((attempt) => reverse(gateway, attempt)))
}

async function reverse(gateway: Gateway, attempt: Attempt): Promise<void> {
  const { merchantId, attemptId } = attempt
  const account = await accountOf(gateway, attempt)
  const asked = await findSubmittedAttempt(gateway.sql, merchantId, attemptId)
  const about = { account, merchantId, attemptId }
  const answer = await callProvider(gateway, about, 'reverse', (provider, call) => provider.reverse(call, asked))
  if (answer === 'unknown') await giveUpIfOld(gateway, attempt)
  else await markReversed(gateway.sql, attempt)
}

async function giveUpIfOld(gateway: Gateway, attempt: Attempt): Promise<void> {
  if (await giveUpReversal(gateway.sql, attempt)) warnOfGivenUp(gateway, attempt)
}
