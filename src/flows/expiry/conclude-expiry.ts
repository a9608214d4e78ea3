import { RELEASED } from '#domain/authorization-expiry.ts'
import { gatewayOutcome, statusOf, type Transaction } from '#domain/transaction.ts'
import { hasLapsed } from '#store/transactions/expiries.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { attemptOf } from '../manage/follow-up-attempt.ts'
import { accountOf, type InquiryResult, inquire, latestAttemptOf, reconcile } from '../payment/inquiry/inquire.ts'
import { finalize } from '../payment/outcome/finalize.ts'
import { canVoidRest, submitVoid } from './void-rest.ts'

/** Ends an expiry once the provider confirms or no longer holds it, or a day after its limit. @returns false if it waits */
export async function concludeExpiry(gateway: Gateway, expiry: Transaction): Promise<boolean> {
  const parent = await parentOf(gateway, expiry)
  const result = await resultOfVoid(gateway, parent, expiry)
  if (isApproved(result)) return true
  if (await isReleased(gateway, parent, result)) return endAtProvider(gateway, expiry)
  if (result !== 'refused' && result !== 'unknown' && result.kind === 'not-found')
    await repeatVoid(gateway, parent, expiry)
  return false
}

async function parentOf({ sql }: Gateway, { merchantId, parentId, id }: Transaction): Promise<Transaction> {
  const parent = parentId === null ? undefined : await findTransaction(sql, merchantId, parentId)
  if (!parent) throw new Error(`Expiry ${id} has no authorization.`)
  return parent
}

/** Queries the provider about the void; `refused` if it cannot void the rest. An approval ends the expiry here. */
async function resultOfVoid(
  gateway: Gateway,
  parent: Transaction,
  expiry: Transaction,
): Promise<InquiryResult | 'refused'> {
  const attempt = await latestAttemptOf(gateway, expiry)
  const account = await accountOf(gateway, attempt)
  if (!canVoidRest(gateway, account, parent, expiry)) return 'refused'
  return (await reconcile(gateway, expiry, attempt)).result
}

/** After a refused void, inquires about the authorization itself. */
async function isReleased(gateway: Gateway, parent: Transaction, result: InquiryResult | 'refused'): Promise<boolean> {
  if (await hasLapsed(gateway.sql, parent)) return true
  return isRefused(result) && isGone((await inquire(gateway, await latestAttemptOf(gateway, parent))).result)
}

/** Reads it again, because the response to the void has changed it. The database lets one of two callers end it. */
async function endAtProvider(gateway: Gateway, { merchantId, id }: Transaction): Promise<boolean> {
  const expiry = await findTransaction(gateway.sql, merchantId, id)
  if (!expiry?.awaiting) return true
  const { attemptId, ...attempt } = await latestAttemptOf(gateway, expiry)
  const account = await accountOf(gateway, attempt)
  const expired = { ...expiry, data: { ...expiry.data, expiredBy: 'PROVIDER' as const } }
  const expected = expiry.awaiting
  await finalize(gateway, expired, gatewayOutcome('0000', RELEASED), { expected, attemptId, account })
  return true
}

async function repeatVoid(gateway: Gateway, parent: Transaction, expiry: Transaction): Promise<void> {
  const { attemptId } = await latestAttemptOf(gateway, expiry)
  const attempt = await attemptOf(gateway, { transaction: parent })
  await submitVoid(gateway, expiry, { ...attempt, attemptId })
}

function isApproved(result: InquiryResult | 'refused'): boolean {
  return result !== 'refused' && hasOutcome(result) && statusOf(result.outcome) === 'APPROVED'
}

function isRefused(result: InquiryResult | 'refused'): boolean {
  return result === 'refused' || (hasOutcome(result) && !HELD.includes(statusOf(result.outcome)))
}

/** True if a provider no longer holds a charge, or does not know it. */
export function isGone(result: InquiryResult): boolean {
  return result !== 'unknown' && (result.kind === 'not-found' || isRefused(result))
}

const HELD: readonly string[] = ['APPROVED', 'PENDING']

type Outcomes = Extract<InquiryResult, { readonly kind: 'outcome' }>

function hasOutcome(result: InquiryResult): result is Outcomes {
  return result !== 'unknown' && result.kind === 'outcome'
}
