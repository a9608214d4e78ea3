import { newId } from '#domain/ids.ts'
import type { Sql } from '#store/connection/database.ts'
import { retryOnDeadlock } from '#store/connection/deadlocks.ts'
import { withLongTimeout } from '#store/connection/time-limits.ts'
import { deleteViews } from '#store/erasures/erase-rows.ts'
import {
  claimErasure,
  claimOldPayments,
  completeErasure,
  type Erasure,
  insertErasure,
  listMerchantsThatForget,
  type Progress,
  saveProgress,
} from '#store/erasures/erasures.ts'
import { nextRows, oldestPending, PERSONAL_TABLES } from '#store/erasures/personal-rows.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import type { Gateway } from '../gateway.ts'
import { ERASERS } from './erasers.ts'

/** Rows that are looked at in one commit. */
const BATCH = 500
/** Between two passes: a follow-up that has read its payment before is recorded by then. */
const PASS_SECONDS = 1
/** An erasure by age has no hurry. */
const AGE_SECONDS = 600
/** A transaction may be recorded so long after its time. */
const LATE_MS = 300_000
const EPOCH = new Date(0)

/**
 * Takes one erasure a batch further (docs/reference/erasure.md#statuses). A process that dies leaves it where the last
 * batch ended.
 * @returns true if there may be more to do
 */
export function eraseDue(gateway: Gateway): Promise<boolean> {
  return retryOnDeadlock(() =>
    withLongTimeout(gateway.sql, async (tx) => {
      const erasure = await claimErasure(tx)
      if (!erasure) return false
      const progress = await (erasure.step < PERSONAL_TABLES.length
        ? eraseBatch(gateway, tx, erasure)
        : betweenPasses(tx, erasure))
      await (progress ? saveProgress(tx, erasure, progress) : complete(tx, erasure))
      return true
    }),
  )
}

async function eraseBatch(gateway: Gateway, tx: Sql, erasure: Erasure): Promise<Progress> {
  const table = PERSONAL_TABLES[erasure.step]!
  const seen = await nextRows(tx, table, erasure, BATCH)
  const ids = seen.filter(({ matches }) => matches).map(({ id }) => id)
  const erased = ids.length === 0 ? {} : await ERASERS[table.name](gateway, tx, erasure, ids)
  const { transactions = 0, events = 0 } = erased
  const customerIds = [...new Set([...erasure.customerIds, ...(table.name === 'customers' ? ids : [])])]
  const needsPass = erasure.needsPass || transactions > 0
  const done = { ...erasure, customerIds, transactions, events, needsPass, waitSeconds: 0 }
  const last = seen.length === BATCH ? seen.at(-1) : undefined
  if (last) return { ...done, reachedAt: last.createdAt, reachedId: last.id }
  return { ...done, ...beginningOf(erasure, erasure.step + 1), waitSeconds: isLast(erasure) ? PASS_SECONDS : 0 }
}

function isLast({ step }: Erasure): boolean {
  return step === PERSONAL_TABLES.length - 1
}

/** Where a table is begun in this pass. */
function beginningOf({ passFrom, createdBefore }: Erasure, step: number) {
  const table = PERSONAL_TABLES[step]
  const isWhole = createdBefore !== null && table !== undefined && 'isShort' in table
  return { step, reachedAt: isWhole ? EPOCH : passFrom, reachedId: '' }
}

/** Waits for payments that are not final, then goes over what came meanwhile. @returns undefined if nothing is left */
async function betweenPasses(tx: Sql, erasure: Erasure): Promise<Progress | undefined> {
  const same = { ...erasure, transactions: 0, events: 0 }
  const pending = await oldestPending(tx, erasure)
  if (pending) {
    const nextFrom = new Date(Math.min(pending.getTime() - 1, erasure.nextFrom.getTime()))
    return { ...same, nextFrom, needsPass: true, waitSeconds: erasure.createdBefore ? AGE_SECONDS : PASS_SECONDS }
  }
  if (!erasure.needsPass) return undefined
  const passFrom = erasure.nextFrom
  const next = beginningOf({ ...erasure, passFrom }, 0)
  return { ...same, ...next, passFrom, nextFrom: new Date(Date.now() - LATE_MS), needsPass: false, waitSeconds: 0 }
}

async function complete(tx: Sql, erasure: Erasure): Promise<void> {
  await deleteViews(tx, erasure)
  await completeErasure(tx, erasure)
}

/** Begins an erasure by age for each merchant with a limit of days (docs/reference/erasure.md#by-age). */
export async function eraseByAge({ sql }: Pick<Gateway, 'sql'>): Promise<boolean> {
  for (const merchantId of await listMerchantsThatForget(sql)) {
    await sql.begin(async (tx) => {
      const claimed = await claimOldPayments(tx, merchantId)
      if (!claimed) return
      const id = newId('ers')
      const { from, before } = claimed
      await insertErasure(tx, id, { merchantId, customerIds: [], email: null, createdBefore: before }, from ?? EPOCH)
      const changes = { by: 'age', created_before: before }
      const deed = { actor: 'worker', action: 'erasure.requested', merchantId, subject: id, changes }
      await insertAuditEntry(tx, { id: newId('aud'), ...deed })
    })
  }
  return false
}
