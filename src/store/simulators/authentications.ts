import type { FinalTransStatus } from '#domain/authentication.ts'
import type { Brand } from '#domain/card.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'

type Choice = FinalTransStatus | 'CANCELED'

interface Overrides {
  readonly transStatus?: FinalTransStatus
  readonly eci?: string
  readonly authenticationValue?: string
  readonly messageVersion?: string
  readonly dsTransID?: string
}

interface Opened {
  readonly threeDsServerTransId: string
  readonly merchantId: string
  readonly transactionId: string
  readonly flow: string
  readonly overrides: Overrides
}

type Message = Readonly<Record<string, unknown>>

interface Requested {
  readonly acsTransId: string
  readonly notificationUrl: string
  readonly purchase: Purchase
  readonly message?: Message
}

interface Purchase {
  readonly merchantName: string
  readonly amount: string
  readonly currency: string
  readonly brand: Brand | null
}

type Ids = Readonly<Record<'threeDsServerTransId' | 'acsTransId', string>>

interface Line extends Opened {
  readonly acsTransId: string | null
  readonly notificationUrl: string | null
  readonly purchase: Purchase
  readonly chosen: Choice | null
  readonly wasShown: boolean
}

const LINE = record<Line>({
  flow: 'simulated_flow',
  purchase: 'display',
  wasShown: 'shown_at is not null or chosen is not null',
})(
  `threeDsServerTransId, merchantId, transactionId, flow, overrides, acsTransId, notificationUrl, purchase, chosen, wasShown`,
)

/** Simulator's ledger in its own pool. Finds lines by ID alone: browsers have only that, and it cannot be guessed. */
export function openSimulatedAuthentications(sql: Sql) {
  return {
    open: (opened: Opened) => openLine(sql, opened),
    request: (id: string, requested: Requested) => addRequest(sql, id, requested),
    find: (id: string) => findLine(sql, id),
    show: (ids: Ids) => showChallenge(sql, ids),
    choose: (ids: Ids, flows: readonly string[], choice: Choice) => chooseEnding(sql, ids, flows, choice),
  }
}

async function openLine(sql: Sql, opened: Opened): Promise<void> {
  await sql`
    insert into simulator.authentications (three_ds_server_trans_id, merchant_id, transaction_id, simulated_flow,
      overrides)
    values (${opened.threeDsServerTransId}, ${opened.merchantId}, ${opened.transactionId}, ${opened.flow},
      ${sql.json(opened.overrides)})`
}

/** Stores the first request only; a repeated one gets its line. */
async function addRequest(sql: Sql, id: string, { acsTransId, notificationUrl, purchase, message }: Requested) {
  const [line] = await sql<Line[]>`
    update simulator.authentications
    set acs_trans_id = ${acsTransId}, notification_url = ${notificationUrl}, display = ${sql.json(purchase)},
      request = ${message ? sql.json(message) : null}, updated_at = now()
    where three_ds_server_trans_id = ${id} and acs_trans_id is null
    returning ${LINE.select(sql)}`
  return line ? fromRow(line) : findLine(sql, id)
}

async function showChallenge(sql: Sql, { threeDsServerTransId: id, acsTransId }: Ids) {
  const [line] = await sql<Line[]>`
    update simulator.authentications set shown_at = coalesce(shown_at, now())
    where three_ds_server_trans_id = ${id} and acs_trans_id = ${acsTransId}
    returning ${LINE.select(sql)}`
  return line && fromRow(line)
}

/** Stores the first choice only, for a line of such a flow with this ACS ID. */
async function chooseEnding(
  sql: Sql,
  { threeDsServerTransId: id, acsTransId }: Ids,
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

/** Requests for authentication of a transaction that the simulated issuer got, oldest first, in EMV's field names. */
export async function listSimulatorAuthentications(sql: Sql, merchantId: string, id: string): Promise<Message[]> {
  const rows = await sql<{ request: Message }[]>`
    select request from simulator.authentications
    where merchant_id = ${merchantId} and transaction_id = ${id} and request is not null
    order by created_at, three_ds_server_trans_id`
  return rows.map(({ request }) => request)
}
