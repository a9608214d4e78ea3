import type { Sql } from '../connection/database.ts'
import { isOne } from '../shape/results.ts'
import { NOTICE_TRIES } from './charges.ts'

export interface MadeUpAction {
  readonly attemptId: string
  readonly transactionId: string
  readonly isTaken: boolean
}

/** Result of a step: keys of the two outcomes that are stored with its charge. */
export type ActionEnd = 'authenticated' | 'refused'

/**
 * Finds the latest step with this ID and payment_data, which testers may reuse.
 * @param id `three_ds_server_trans_id` of its token, or the transaction's ID
 * @returns undefined for an unknown ID, null for a step with other payment_data
 */
export async function findMadeUpAction(
  sql: Sql,
  merchantId: string,
  id: string,
  paymentData: string,
): Promise<MadeUpAction | null | undefined> {
  const [row] = await sql<(MadeUpAction & { isSame: boolean })[]>`
    select attempt_id as "attemptId", transaction_id as "transactionId", answer #>> '{action,paymentData}' = ${paymentData} as "isSame",
      coalesce((answer #>> '{action,isTaken}')::boolean, false) as "isTaken"
    from simulator.charges
    where merchant_id = ${merchantId} and answer ? 'action'
      and (answer #>> '{action,id}' = ${id.toLowerCase()} or transaction_id = ${id})
    order by 3 desc, created_at desc limit 1`
  if (!row) return undefined
  const { isSame, ...action } = row
  return isSame ? action : null
}

/**
 * Ends the wait for a step, once. Pending outcomes keep the tester's final code.
 * @returns false if it had ended before
 */
export function takeMadeUpAction(sql: Sql, merchantId: string, attemptId: string, end: ActionEnd): Promise<boolean> {
  return isOne(sql`
    update simulator.charges set
      state = answer #>> ${['action', end, 'state']}, updated_at = now(),
      answer = answer || jsonb_build_object('given', answer #> ${['action', end, 'given']},
        'final', case when answer #>> ${['action', end, 'state']} = 'PENDING' then answer -> 'final' end,
        'action', answer -> 'action' || '{"isTaken": true}'),
      notice_at = now() + make_interval(secs => (answer #>> '{notices,delaySeconds}')::float8),
      notices_left = ${NOTICE_TRIES}
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and state = 'AWAITING_SHOPPER'
      and coalesce(created_at + make_interval(secs => (answer #>> '{final,afterSeconds}')::float8) > now(), true)
    returning 1`)
}
