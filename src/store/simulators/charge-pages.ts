import type { Money } from '#domain/money.ts'
import type { ChargePages, ChargeWithPage, ChosenOutcome } from '#simulators/common/simulated-charges.ts'
import type { Database, Sql } from '../connection/database.ts'
import { endInTime, NOTICE_TRIES } from './charges.ts'
import { listTransfers, recordArrival } from './transfers.ts'

export function openChargePages(sql: Database): ChargePages {
  return {
    find: (attemptId) => findPage(sql, attemptId),
    decide: (attemptId, choice) => decidePage(sql, attemptId, choice),
    arrive: (attemptId, amount, lines) => recordArrival(sql, attemptId, amount, lines),
    listTransfers: (attemptId) => listTransfers(sql, attemptId),
  }
}

async function findPage(sql: Sql, attemptId: string): Promise<ChargeWithPage | undefined> {
  const [row] = await sql<(Omit<ChargeWithPage, 'money'> & Money)[]>`
    with ended as (${endInTime(sql, attemptId)} returning state)
    select attempt_id as "attemptId", merchant_id as "merchantId", transaction_id as "transactionId",
      coalesce((select state from ended), state) as state, checkout as page, amount, currency, reference,
      created_at as "createdAt"
    from simulator.charges where attempt_id = ${attemptId} and checkout is not null`
  if (!row) return undefined
  const { amount, currency, ...rest } = row
  return { ...rest, money: { amount, currency } }
}

/** A pending choice leaves the end standing that the tester asked for; a final one is the end. */
async function decidePage(sql: Sql, attemptId: string, { state, given }: ChosenOutcome): Promise<void> {
  await sql`
    update simulator.charges set
      state = ${state}, updated_at = now(),
      answer = answer || jsonb_build_object('given', ${sql.json(given)}::jsonb,
        'final', case when ${state} = 'PENDING' then answer -> 'final' end),
      notice_at = now() + make_interval(secs => (answer #>> '{notices,delaySeconds}')::float8),
      notices_left = ${NOTICE_TRIES}
    where attempt_id = ${attemptId} and checkout is not null and state in ('AWAITING_SHOPPER', 'PENDING')
      and coalesce(created_at + make_interval(secs => (answer #>> '{final,afterSeconds}')::float8) > now(), true)`
}
