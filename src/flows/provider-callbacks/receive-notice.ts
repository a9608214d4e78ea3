import type { ProviderAccount } from '#domain/merchant.ts'
import { orNotFound, RequestError } from '#domain/problem.ts'
import { isFinal } from '#domain/status.ts'
import { replaceUnstorable } from '#domain/storable-text.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Notice, NoticeEntry, Provider } from '#providers/provider.ts'
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
 * A provider reports to the address of one account. A notice whose signature is right is kept before it is answered,
 * and makes us ask; by itself it decides nothing, so one that comes twice or too late does no harm.
 * @throws RequestError 404 for a provider this gateway does not run, 401 for a signature that is not right
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
 * A simulator whose account has no key for a signature reports here. Such a notice is no more than a reason to ask.
 * @throws RequestError as above; a real provider's notices are all signed
 */
export async function receiveUnsignedNotice(gateway: Gateway, providerName: string, notice: Notice): Promise<void> {
  const entries = runningProvider(gateway, providerName).readNotice({}, notice)
  if (entries === 'forged') throw refused(gateway, providerName, 'signature')
  for (const entry of entries) {
    const attempt = await findAttempt(gateway.sql, entry.fields.merchant ?? '', entry.attemptId)
    if (attempt?.provider === providerName) await follow(gateway, await accountOf(gateway, attempt), attempt, entry)
  }
}

/** @param attempt undefined if it is none of this account's, or the notice has the provider's references alone */
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
  return new RequestError('unauthenticated', [{ property: '', message, params: [] }])
}

/** @returns the attempt it is about, or undefined where it is none of this account's */
async function keep(
  { sql }: Gateway,
  { merchantId, providerAccountId }: ProviderAccount,
  entry: NoticeEntry,
): Promise<Attempt | undefined> {
  const { key, attemptId, fields } = storableEntry(entry)
  // That a warning is new is decided in the commit of its event.
  if (entry.fraudWarning) return undefined
  const attempt = await findAttempt(sql, merchantId, attemptId)
  if (attempt?.providerAccountId !== providerAccountId) return undefined
  await insertNotice(sql, { merchantId, providerAccountId, key, attemptId, fields })
  return attempt
}

/** Other systems on the same provider account name what they like, and their notices stand beside ours. */
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

/** Its status was told already and stays, so that a person has to act (docs/operate/monitoring.md#logs). */
function warnOfFailedCapture({ log }: Gateway, { attemptId, transactionId, providerAccountId }: Attempt): void {
  log.warn({ attemptId, transactionId, providerAccountId }, 'capture failed after approval')
}

async function lookIntoLatest(gateway: Gateway, transaction: Transaction, attempt: Attempt): Promise<void> {
  const { status, awaiting } = transaction
  // While the shopper authenticates, no provider has been asked to charge. While somebody waits for the answer, that
  // answer decides, because only whoever holds the card can go to another account; if nobody does any more, the worker
  // asks.
  if (awaiting === 'authentication' || awaiting === 'provider-answer') return
  if (!isFinal(status)) await reconcile(gateway, transaction, attempt)
  else if (status === 'APPROVED') await recordProviderReversal(gateway, transaction, attempt)
  else await reverseIfApproved(gateway, attempt)
}
