import type {
  ChallengeIds,
  Choice,
  OpenedAuthentication,
  RequestedAuthentication,
  SimulatedAuthentication,
  SimulatedAuthentications,
} from '#simulators/three-ds/simulated-authentications.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'

interface Line extends Omit<SimulatedAuthentication, 'request'>, Pick<RequestedAuthentication, 'purchase'> {
  readonly acsTransId: string | null
  readonly notificationUrl: string | null
}

const LINE = record<Line>({
  flow: 'simulated_flow',
  purchase: 'display',
  wasShown: 'shown_at is not null or chosen is not null',
})(
  `threeDsServerTransId, merchantId, transactionId, flow, overrides, acsTransId, notificationUrl, purchase, chosen, wasShown`,
)

/** Simulator's ledger in its own pool. Finds lines by ID alone: browsers have only that, and it cannot be guessed. */
export function openSimulatedAuthentications(sql: Sql): SimulatedAuthentications {
  return {
    open: (opened) => openLine(sql, opened),
    request: (id, requested) => addRequest(sql, id, requested),
    find: (id) => findLine(sql, id),
    show: (ids) => showChallenge(sql, ids),
    choose: (ids, flows, choice) => chooseEnding(sql, ids, flows, choice),
  }
}

async function openLine(sql: Sql, opened: OpenedAuthentication): Promise<void> {
  await sql`
    insert into simulator.authentications (three_ds_server_trans_id, merchant_id, transaction_id, simulated_flow,
      overrides)
    values (${opened.threeDsServerTransId}, ${opened.merchantId}, ${opened.transactionId}, ${opened.flow},
      ${sql.json(opened.overrides)})`
}

/** Stores the first request only; a repeated one gets its line. */
async function addRequest(sql: Sql, id: string, requested: RequestedAuthentication) {
  const { acsTransId, notificationUrl, purchase, message } = requested
  const [line] = await sql<Line[]>`
    update simulator.authentications
    set acs_trans_id = ${acsTransId}, notification_url = ${notificationUrl}, display = ${sql.json(purchase)},
      request = ${message ? sql.json(message) : null}, updated_at = now()
    where three_ds_server_trans_id = ${id} and acs_trans_id is null
    returning ${LINE.select(sql)}`
  return line ? fromRow(line) : findLine(sql, id)
}

async function showChallenge(sql: Sql, { threeDsServerTransId: id, acsTransId }: ChallengeIds) {
  const [line] = await sql<Line[]>`
    update simulator.authentications set shown_at = coalesce(shown_at, now())
    where three_ds_server_trans_id = ${id} and acs_trans_id = ${acsTransId}
    returning ${LINE.select(sql)}`
  return line && fromRow(line)
}

/** Stores the first choice only, for a line of such a flow with this ACS ID. */
async function chooseEnding(
  sql: Sql,
  { threeDsServerTransId: id, acsTransId }: ChallengeIds,
  flows: readonly string[],
  choice: Choice,
) {
  const [line] = await sql<Line[]>`
    update simulator.authentications set chosen = ${choice}, updated_at = now()
    where three_ds_server_trans_id = ${id} and acs_trans_id = ${acsTransId} and simulated_flow = any(${flows as string[]})
      and chosen is null
    returning ${LINE.select(sql)}`
  return line ? fromRow(line) : findLine(sql, id)
}

async function findLine(sql: Sql, id: string) {
  const [line] = await sql<Line[]>`
    select ${LINE.select(sql)} from simulator.authentications where three_ds_server_trans_id = ${id}`
  return line && fromRow(line)
}

function fromRow({ acsTransId, notificationUrl, purchase, ...line }: Line) {
  const isAsked = acsTransId !== null && notificationUrl !== null
  return { ...line, request: isAsked ? { acsTransId, notificationUrl, purchase } : null }
}

type Message = NonNullable<RequestedAuthentication['message']>

/** Requests for authentication of a transaction that the simulated issuer got, oldest first, in EMV's field names. */
export async function listSimulatorAuthentications(sql: Sql, merchantId: string, id: string): Promise<Message[]> {
  const rows = await sql<{ request: Message }[]>`
    select request from simulator.authentications
    where merchant_id = ${merchantId} and transaction_id = ${id} and request is not null
    order by created_at, three_ds_server_trans_id`
  return rows.map(({ request }) => request)
}
