import type { ProviderAccount } from '#domain/merchant.ts'
import { orNotFound, problem, RequestError } from '#domain/problem.ts'
import { isFinal } from '#domain/status.ts'
import { replaceUnstorable } from '#domain/storable-text.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Notice, NoticeEntry, Provider } from '#providers/port/provider.ts'
import { findProviderAccountUnscoped } from '#store/merchants/provider-accounts.ts'
import { type Attempt, findAttempt, findLatestAttempt } from '#store/transactions/attempts.ts'
import { insertNotice } from '#store/transactions/provider-notices.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { followDispute } from '../disputes/follow-dispute.ts'
import { receiveFraudWarning } from '../disputes/receive-fraud-warning.ts'
import { recordProviderExpiry } from '../expiry/provider-expiry.ts'
import type { Gateway } from '../gateway.ts'
import { accountOf, reconcile } from '../payment/inquiry/inquire.ts'
import { reverseIfApproved } from '../payment/inquiry/reverse-if-approved.ts'
import { openCredentials } from '../provider-calls/credentials.ts'
import { recordProviderReversal } from './provider-reversal.ts'
import { type NoticeRefusal, noteRefusedNotice } from './refused-notices.ts'

/**
 * Receives a notice of an account's provider. A verified notice is stored and then triggers an inquiry; it decides
 * nothing, so a repeated or late one does no harm.
 * @throws RequestError 404 for an unknown provider, 401 for a wrong signature
 */
export async function receiveNotice(
  gateway: Gateway,
  providerName: string,
  accountId: string,
  notice: Notice,
): Promise<void> {
  const provider = runningProvider(gateway, providerName)
  const account = await findProviderAccountUnscoped(gateway.sql, accountId)
  if (account?.provider !== providerName) throw refused(gateway, providerName, 'account')
  const credentials = openCredentials(gateway.vault, account)
  if (Object.keys(credentials).length === 0) throw refused(gateway, providerName, 'credentials')
  const entries = provider.readNotice(credentials, notice)
  if (entries === 'forged') throw refused(gateway, providerName, 'signature')
  const attempts = await Promise.all(entries.map((entry) => keep(gateway, account, entry)))
  for (const [index, attempt] of attempts.entries()) await follow(gateway, account, attempt, entries[index]!)
}

/**
 * Receives an unsigned notice, which only triggers an inquiry. @throws RequestError as above, also unless it is a
 * simulator's
 */
export async function receiveUnsignedNotice(gateway: Gateway, providerName: string, notice: Notice): Promise<void> {
  const entries = runningProvider(gateway, providerName).readNotice({}, notice)
  if (entries === 'forged') throw refused(gateway, providerName, 'signature')
  for (const entry of entries) {
    const attempt = await findAttempt(gateway.sql, entry.fields.merchant ?? '', entry.attemptId)
    if (attempt?.provider === providerName) await follow(gateway, await accountOf(gateway, attempt), attempt, entry)
  }
}

/** @param attempt undefined if it is not this account's, or the notice has only the provider's references */
async function follow(
  gateway: Gateway,
  account: ProviderAccount,
  attempt: Attempt | undefined,
  entry: NoticeEntry,
): Promise<void> {
  const { dispute, fraudWarning } = entry
  if (dispute !== undefined)
    await followDispute(gateway, account, { reference: dispute, attemptId: attempt?.attemptId ?? null })
  else if (fraudWarning) await receiveFraudWarning(gateway, account, entry, fraudWarning)
  else if (attempt) await lookInto(gateway, attempt, entry)
}

function runningProvider({ providers }: Gateway, name: string): Provider {
  return orNotFound(providers.get(name), 'provider')
}

/** Response for every rejected notice, so that it reveals nothing about accounts. */
function refused(gateway: Gateway, provider: string, reason: NoticeRefusal): RequestError {
  noteRefusedNotice(gateway, provider, reason)
  const message = 'The signature of this notice is invalid; check the credentials of the provider account.'
  return new RequestError('unauthenticated', [problem('', message)])
}

/** @returns its attempt; undefined if it is not this account's */
async function keep(
  { sql }: Gateway,
  { merchantId, providerAccountId }: ProviderAccount,
  entry: NoticeEntry,
): Promise<Attempt | undefined> {
  const { key, attemptId, fields } = storableEntry(entry)
  // The commit of a warning's event detects repetitions.
  if (entry.fraudWarning) return undefined
  const attempt = await findAttempt(sql, merchantId, attemptId)
  if (attempt?.providerAccountId !== providerAccountId) return undefined
  await insertNotice(sql, { merchantId, providerAccountId, key, attemptId, fields })
  return attempt
}

/** Other systems on this provider account use any IDs, and their notices arrive here too. */
function storableEntry({ key, attemptId, fields }: NoticeEntry): NoticeEntry {
  const kept = Object.entries(fields).map(([name, value]) => [name, replaceUnstorable(value)])
  return { key: replaceUnstorable(key), attemptId: replaceUnstorable(attemptId), fields: Object.fromEntries(kept) }
}

async function lookInto(gateway: Gateway, attempt: Attempt, entry: NoticeEntry): Promise<void> {
  const { merchantId, transactionId } = attempt
  const transaction = await findTransaction(gateway.sql, merchantId, transactionId)
  if (!transaction) return
  const latest = await findLatestAttempt(gateway.sql, merchantId, transactionId)
  if (latest?.attemptId !== attempt.attemptId) return reverseIfApproved(gateway, attempt)
  if (transaction.status === 'APPROVED' && entry.failsCapture) warnOfFailedCapture(gateway, attempt)
  await lookIntoLatest(gateway, transaction, attempt)
  const isHeld = transaction.transactionType === 'AUTHORIZE' && transaction.status === 'APPROVED'
  if (isHeld && entry.endsAuthorization) await recordProviderExpiry(gateway, transaction, attempt)
}

/** Its reported status is final, so a person has to act (docs/operate/monitoring.md#logs). */
function warnOfFailedCapture({ log }: Gateway, { attemptId, transactionId, providerAccountId }: Attempt): void {
  log.warn({ attemptId, transactionId, providerAccountId }, 'capture failed after approval')
}

async function lookIntoLatest(gateway: Gateway, transaction: Transaction, attempt: Attempt): Promise<void> {
  const { status, awaiting } = transaction
  // During authentication no provider was called to charge. While a caller waits for the provider, that response
  // decides, because only the caller has the card for another account; later the worker inquires.
  if (awaiting === 'authentication' || awaiting === 'provider-answer') return
  if (!isFinal(status)) await reconcile(gateway, transaction, attempt)
  else if (status === 'APPROVED') await recordProviderReversal(gateway, transaction, attempt)
  else await reverseIfApproved(gateway, attempt)
}
