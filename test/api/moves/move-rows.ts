import { setGroup } from '#domain/group.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'

// Rows as "tollgate merchant move" writes them.

export const OTHER_URL = 'https://us1.pay.example'

type State = 'COPYING' | 'SWITCHING' | 'AWAY' | 'ARRIVING' | 'HERE'
type Sql = RunningGateway['database']['sql']

/** A gateway of a group. IDs of other tests in this process get no group. */
export async function startGroup(group: string, settings: Record<string, string> = {}): Promise<RunningGateway> {
  const app = await startOwnGateway({ MERCHANT_GROUP: group, ...settings })
  const close = async () => {
    await app.close()
    setGroup(undefined)
  }
  return { ...app, close }
}

/** Writes the state, and which IDs belong to the merchant. */
export async function setMove(sql: Sql, merchantId: string, state: State, ids: readonly string[] = []): Promise<void> {
  await sql`
    insert into moved_ids (id, merchant_id) select id, ${merchantId} from unnest(${[...ids]}::text[]) as id
    on conflict (id) do nothing`
  await sql`
    insert into merchant_moves (merchant_id, state, other_group, other_url, switched_at)
    values (${merchantId}, ${state}, 'us1', ${OTHER_URL}, now())
    on conflict (merchant_id) do update set state = excluded.state`
}

/** Waits until a call of the merchant gets this status. */
export function untilStatus(merchant: TestMerchant, status: number) {
  return eventually(`a call of ${merchant.merchantId} to get ${status}`, 5, async () => {
    const answer = await merchant.call('GET', '/api/transactions')
    return answer.status === status && answer
  })
}
