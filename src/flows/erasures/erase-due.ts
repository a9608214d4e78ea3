import { newId } from '#domain/ids.ts'
import type { Sql } from '#store/connection/database.ts'
import { retryOnDeadlock } from '#store/connection/deadlocks.ts'
import { withLongTimeout } from '#store/connection/time-limits.ts'
import {
  claimErasure,
  claimOldPayments,
  completeErasure,
  type Erasure,
  insertErasure,
  saveProgress,
} from '#store/erasures/erasures.ts'
import { hasNewRows, nextRows, oldestPending, PERSONAL_TABLES } from '#store/erasures/personal-rows.ts'
import { deleteMailsTo } from '#store/mails/due-mails.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import type { Gateway } from '../gateway.ts'
import { eraseListsOf } from './erase-lists.ts'
import { eraseMatches, NONE } from './erase-matches.ts'
import { eraseViews } from './erase-views.ts'

const BATCH = 1000
/** Pause after a pass: a follow-up that read its payment before is recorded by then. */
const PASS_SECONDS = 1
/** An erasure by age is not urgent. */
const AGE_SECONDS = 600
/** A transaction may be recorded so long after its time. */
const LATE_MS = 300_000

/** Continues one erasure by a batch (docs/reference/erasure.md#statuses). @returns true if there may be more to do */
export function eraseDue(gateway: Gateway): Promise<boolean> {
  return retryOnDeadlock(() =>
    withLongTimeout(gateway.sql, async (tx) => {
      const erasure = await claimErasure(tx)
      if (!erasure) return false
      await (erasure.step < PERSONAL_TABLES.length
        ? eraseBatch(gateway, tx, erasure)
        : betweenPasses(gateway, tx, erasure))
      return true
    }),
  )
}

async function eraseBatch(gateway: Gateway, tx: Sql, erasure: Erasure): Promise<void> {
  const { step } = erasure
  const table = PERSONAL_TABLES[step]!
  const seen = await nextRows(tx, table, erasure, BATCH)
  const ids = seen.filter(({ matches }) => matches).map(({ id }) => id)
  const counts = ids.length === 0 ? NONE : await eraseMatches(gateway, tx, erasure, table, ids)
  const customerIds = table.name === 'customers' ? [...new Set([...erasure.customerIds, ...ids])] : erasure.customerIds
  const last = seen.length === BATCH ? seen.at(-1) : undefined
  const next = last ? { step, reachedAt: last.createdAt, reachedId: last.id } : beginningOf(erasure, step + 1)
  const waitSeconds = next.step < PERSONAL_TABLES.length ? 0 : PASS_SECONDS
  await saveProgress(tx, erasure, { ...erasure, customerIds, ...next }, counts, waitSeconds)
}

function beginningOf({ passFrom, createdBefore }: Pick<Erasure, 'passFrom' | 'createdBefore'>, step: number) {
  const isWhole = createdBefore !== null && PERSONAL_TABLES[step]?.isWhole
  return { step, reachedAt: isWhole ? new Date(0) : passFrom, reachedId: '' }
}

/** Waits for pending payments, then processes new ones; completes if there are none. */
async function betweenPasses(gateway: Gateway, tx: Sql, erasure: Erasure): Promise<void> {
  const { nextFrom, createdBefore } = erasure
  const pending = await oldestPending(tx, erasure)
  if (pending) {
    const earliest = new Date(Math.min(pending.getTime() - 1, nextFrom.getTime()))
    return saveProgress(
      tx,
      erasure,
      { ...erasure, nextFrom: earliest },
      NONE,
      createdBefore ? AGE_SECONDS : PASS_SECONDS,
    )
  }
  if (await hasNewRows(tx, erasure)) {
    const pass = { passFrom: nextFrom, nextFrom: new Date(Date.now() - LATE_MS) }
    const begun = { ...erasure, ...pass, ...beginningOf({ createdBefore, ...pass }, 0) }
    return saveProgress(tx, erasure, begun, NONE, 0)
  }
  await eraseViews(tx, erasure)
  await eraseListsOf(gateway, tx, erasure)
  if (erasure.email !== null) await deleteMailsTo(tx, erasure.merchantId, erasure.email)
  await completeErasure(tx, erasure)
}

/** Begins an erasure by age for each merchant with a limit of days (docs/reference/erasure.md#by-age). */
export async function eraseByAge({ sql }: Gateway): Promise<boolean> {
  await sql.begin(async (tx) => {
    for (const { merchantId, from, before } of await claimOldPayments(tx)) {
      const id = newId('ers')
      await insertErasure(tx, merchantId, id, { customerIds: [], email: null, createdBefore: before }, from)
      const changes = { by: 'age', createdBefore: before.toISOString() }
      const deed = { actor: 'worker', action: 'erasure.requested' as const, merchantId, subject: id, changes }
      await insertAuditEntry(tx, deed)
    }
  })
  return false
}
