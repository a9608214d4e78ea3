import type { Sql } from '../connection/database.ts'
import type { Row, Statement } from '../connection/sql.ts'
import { furtherEvents, transactionEvents } from '../events/further-events.ts'
import { journal } from '../ledger/journal.ts'
import type { Ending } from './ending.ts'
import { followUpSums, noFollowUps } from './follow-up-sums.ts'

/** Common table expressions that read `moved`, the transactions that reached their end. */
interface Consequence {
  readonly part: (sql: Sql, isPast: boolean) => Statement<Row[]>
  /** True for an ending that needs the part; omitted: all do. */
  readonly isNeeded?: (ending: Ending) => boolean
  /** Replaces a part that others read. */
  readonly otherwise?: (sql: Sql) => Statement<Row[]>
}

const CONSEQUENCES: readonly Consequence[] = [
  { part: answeredAttempts },
  { part: forgottenSecrets },
  { part: releasedReferences, isNeeded: ({ ended }) => ended.status === 'INVALID' },
  { part: keptCards, isNeeded: ({ ended }) => ended.storedToken !== null },
  { part: erasedCards, isNeeded: ({ ended }) => ended.storedToken !== null },
  { part: followUpSums, isNeeded: ({ ended }) => ended.parentId !== null, otherwise: noFollowUps },
  { part: journal },
  { part: transactionEvents },
  { part: furtherEvents, isNeeded: ({ further }) => further.length > 0 },
]

/** Leaves out parts that no ending needs: one that finds nothing costs as much as writing a row. */
export function consequencesOf(sql: Sql, endings: readonly Ending[], isPast: boolean): Statement<Row[]>[] {
  return CONSEQUENCES.flatMap(({ part, isNeeded, otherwise }) => {
    if (!isNeeded || endings.some(isNeeded)) return [sql`, ${part(sql, isPast)}`]
    return otherwise ? [sql`, ${otherwise(sql)}`] : []
  })
}

function answeredAttempts(sql: Sql) {
  return sql`answered as (
    update attempts set
      state = case when moved.reversal_requested or attempts.state = 'REVERSING' then 'REVERSING' else 'ANSWERED' end,
      reverse_at = case when moved.reversal_requested then now() else attempts.reverse_at end,
      processing_code = moved.attempt_code, response_message = moved.attempt_message, updated_at = moved.at
    from moved
    where attempts.merchant_id = moved.merchant_id and attempts.transaction_id = moved.id
      and attempts.attempt_id = moved.attempt_id
  )`
}

function forgottenSecrets(sql: Sql) {
  return sql`forgotten as (
    delete from authentication_secrets secrets using moved
    where secrets.merchant_id = moved.merchant_id and secrets.transaction_id = moved.id
  )`
}

/** An INVALID end releases the reference (docs/reference/requests.md#refusals). */
function releasedReferences(sql: Sql) {
  return sql`released as (
    delete from order_references held using moved
    where moved.status = 'INVALID' and held.merchant_id = moved.merchant_id and held.terminal_id = moved.terminal_id
      and held.reference = moved.reference and held.holder_id = moved.id
  )`
}

/** A card that was to be stored is kept with an approval. Reads `moved` (merchant_id, stored_token, status, at). */
function keptCards(sql: Sql) {
  return sql`kept as (
    update payment_methods stored set state = 'ACTIVE', updated_at = moved.at from moved
    where moved.status = 'APPROVED' and stored.merchant_id = moved.merchant_id and stored.token = moved.stored_token
  )`
}

/** With any other end it is erased. */
function erasedCards(sql: Sql) {
  return sql`erased as (
    delete from payment_methods stored using moved
    where moved.status <> 'APPROVED' and stored.merchant_id = moved.merchant_id and stored.token = moved.stored_token
  )`
}
