import type { Actor } from '#domain/actor.ts'
import { type Agreement, isAlive, stopAgreement } from '#domain/agreement.ts'
import type { KeptText } from '#domain/kept-text.ts'
import { type Page, toPage } from '#domain/page.ts'
import { orNotFound, type Problem, RequestError } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { agreementEvents } from '#events/agreement-events.ts'
import type { ShownAgreement } from '#interface/agreement.ts'
import {
  type AgreementFilter,
  findAgreement,
  listAgreements,
  lockAgreement,
  updateAgreement,
} from '#store/agreements/agreements.ts'
import type { Sql } from '#store/connection/database.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { findTransactions } from '#store/transactions/transactions.ts'
import type { AuditedAction } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { cardExpiry, expiryOf } from '../stored-cards/card-expiry.ts'

/** Newest first. @param limit 1 to 100 */
export async function listMerchantAgreements(
  gateway: Gateway,
  merchantId: string,
  filter: AgreementFilter,
  limit: number,
): Promise<Page<ShownAgreement>> {
  const page = toPage(await listAgreements(gateway.sql, merchantId, filter, limit + 1), limit)
  return { ...page, items: await Promise.all(page.items.map((agreement) => shown(gateway, agreement))) }
}

/** @throws RequestError `not-found`, also if it is another merchant's */
export async function showAgreement(gateway: Gateway, merchantId: string, id: string): Promise<ShownAgreement> {
  const agreement = orNotFound(await findAgreement(gateway.sql, merchantId, id), 'agreement')
  return shown(gateway, agreement)
}

/** Last payments of agreements, by the IDs of the payments. */
export function readLastPayments(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  agreements: readonly Pick<Agreement, 'lastTransactionId'>[],
): Promise<ReadonlyMap<string, Transaction>> {
  const ids = agreements.flatMap(({ lastTransactionId }) => lastTransactionId ?? [])
  return reads.read((sql) => findTransactions(sql, merchantId, ids))
}

async function shown(gateway: Gateway, agreement: Agreement): Promise<ShownAgreement> {
  return { ...agreement, expiry: await expiryOf(gateway, gateway.findPaymentMethod, agreement) }
}

export interface AgreementChange {
  readonly status?: 'CANCELED' | 'ACTIVE' | undefined
  readonly description?: KeptText | undefined
  readonly maxAmount?: bigint | undefined
}

/**
 * Cancels an agreement, changes its description or lowers its limit (docs/reference/agreements.md#changes).
 * @throws RequestError `not-found`; `invalid` on `status` or `max_amount`
 */
export async function changeAgreement(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  id: string,
  change: AgreementChange,
): Promise<ShownAgreement> {
  const deed = { actor, action: 'agreement.changed' as const, merchantId, subject: id }
  const agreement = await gateway.sql.begin((sql) => changeLocked(gateway, sql, deed, change))
  return shown(gateway, agreement)
}

async function changeLocked(
  gateway: Gateway,
  sql: Sql,
  deed: Omit<AuditedAction, 'changes'> & { readonly merchantId: string },
  change: AgreementChange,
): Promise<Agreement> {
  const before = orNotFound(await lockAgreement(sql, deed.merchantId, deed.subject), 'agreement')
  const after = changed(before, change, gateway.clock.now())
  if (after === before) return before
  await updateAgreement(sql, after)
  await recordFurtherEvents(sql, agreementEvents(before, after, await cardExpiry(gateway, sql, after), null))
  const isReworded = after.description !== before.description
  const changes = {
    ...{ before: auditedOf(before), after: auditedOf(after) },
    ...(isReworded && { description: 'changed' }),
  }
  await insertAuditEntry(sql, { ...deed, changes })
  return after
}

/** The description may name a person, and audit entries are never erased. */
function auditedOf({ status, maxAmount }: Agreement) {
  return { status, max_amount: maxAmount === null ? null : String(maxAmount) }
}

function changed(before: Agreement, change: AgreementChange, at: Date): Agreement {
  const problems = changeProblems(before, change)
  if (problems.length > 0) throw new RequestError('invalid', problems)
  const { status, description, maxAmount } = change
  const terms = { ...before, description: description ?? before.description, maxAmount: maxAmount ?? before.maxAmount }
  const isNew = terms.description !== before.description || terms.maxAmount !== before.maxAmount
  const cancels = status === 'CANCELED' && (isAlive(before) || before.status === 'PENDING')
  if (cancels) return stopAgreement(terms, 'CANCELED', 'MERCHANT', at)
  return isNew ? { ...terms, updatedAt: at } : before
}

function changeProblems(before: Agreement, { status, maxAmount }: AgreementChange): Problem[] {
  const { status: current, maxAmount: limit } = before
  const revives = status === 'ACTIVE' && current !== 'ACTIVE'
  const isOver = status === 'CANCELED' && current === 'ENDED'
  const message = revives ? 'Move the agreement by a payment of the shopper instead.' : 'The agreement has ended.'
  return [
    ...(revives || isOver ? [{ property: 'status', message, params: [current] }] : []),
    ...(maxAmount !== undefined && limit !== null && maxAmount > limit
      ? [{ property: 'max_amount', message: RAISED, params: [String(limit)] }]
      : []),
  ]
}

const RAISED = 'Use a lower limit; only the shopper can agree to more.'
