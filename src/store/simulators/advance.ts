import type { Sql } from '../connection/database.ts'
import { mayEnd } from './charges.ts'

/** The simulated providers follow a merchant's clock that is moved ahead: what ends automatically, and their notices. */
export async function advanceSimulators(sql: Sql, merchantId: string, seconds: number): Promise<void> {
  await sql`
    update simulator.charges set
      notice_at = notice_at - make_interval(secs => ${seconds}::float8),
      answer = case when answer #>> '{final,afterSeconds}' is null then answer
        else jsonb_set(answer, '{final,afterSeconds}',
          to_jsonb((answer #>> '{final,afterSeconds}')::float8 - ${seconds}::float8)) end
    where merchant_id = ${merchantId} and ${mayEnd(sql)}`
}
