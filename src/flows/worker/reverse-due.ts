import { UnknownOutcome } from '#providers/provider.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import { type Attempt, claimDueReversals, markReversed } from '#store/transactions/attempts.ts'
import type { Gateway } from '../gateway.ts'
import { providerOf } from '../provider-of.ts'

const BATCH = 50
/** An unconfirmed reversal is repeated after this, until the provider confirms it. */
const REPEAT_SECONDS = 5

/** Takes back charges nobody wants: approvals that came after the end, attempts that may still arrive. */
export async function reverseDue(gateway: Gateway): Promise<void> {
  const due = await claimDueReversals(gateway.sql, BATCH, REPEAT_SECONDS)
  await Promise.all(due.map((attempt) => reverse(gateway, attempt)))
}

async function reverse(gateway: Gateway, attempt: Attempt): Promise<void> {
  const { merchantId, attemptId, provider, providerAccountId } = attempt
  const account = await findProviderAccount(gateway.sql, merchantId, providerAccountId)
  if (!account) throw new Error(`Provider account ${providerAccountId} is gone.`)
  const signal = AbortSignal.timeout(gateway.settings.providerTimeoutSeconds * 1000)
  try {
    await providerOf(gateway, provider).reverse({ attemptId, merchantId, account }, signal)
    await markReversed(gateway.sql, attempt)
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
  }
}
