import type { FinalTransStatus } from '#domain/authentication.ts'
import type { Brand } from '#domain/card.ts'
import type { Sql } from '../connection/database.ts'

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

interface Requested {
  readonly acsTransId: string
  readonly notificationUrl: string
  readonly purchase: Purchase
  readonly message?: Readonly<Record<string, unknown>>
}

interface Purchase {
  readonly merchantName: string
  readonly amount: string
  readonly currency: string
  readonly brand: Brand | null
}

type Ids = Readonly<Record<'threeDsServerTransId' | 'acsTransId', string>>

interface Line {
  three_ds_server_trans_id: string
  merchant_id: string
  transaction_id: string
  simulated_flow: string
  overrides: Overrides
  acs_trans_id: string | null
  notification_url: string | null
  display: Purchase
  chosen: Choice | null
  was_shown: boolean
}

const COLUMNS = `three_ds_server_trans_id, merchant_id, transaction_id, simulated_flow, overrides, acs_trans_id,
  notification_url, display, chosen, shown_at is not null or chosen is not null as was_shown`

/**
 * The 3DS simulator's ledger on a pool of its own: what `SimulatedAuthentications` of the three-ds room asks for. Lines
 * are found by their id alone: it is all a browser brings, and nobody guesses it.
 */
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
      ${sql.json(opened.overrides as never)})`
}

/** The first request stands: a repeated one gets the line as it is. */
async function addRequest(sql: Sql, id: string, { acsTransId, notificationUrl, purchase, message }: Requested) {
  const [line] = await sql<Line[]>`
    update simulator.authentications
    set acs_trans_id = ${acsTransId}, notification_url = ${notificationUrl}, display = ${sql.json(purchase as never)},
      request = ${message ? sql.json(message as never) : null}, updated_at = now()
    where three_ds_server_trans_id = ${id} and acs_trans_id is null
    returning ${sql.unsafe(COLUMNS)}`
  return line ? fromRow(line) : findLine(sql, id)
}

async function showChallenge(sql: Sql, { threeDsServerTransId: id, acsTransId }: Ids) {
  const [line] = await sql<Line[]>`
    update simulator.authentications set shown_at = coalesce(shown_at, now())
    where three_ds_server_trans_id = ${id} and acs_trans_id = ${acsTransId}
    returning ${sql.unsafe(COLUMNS)}`
  return line && fromRow(line)
}

/** The first choice stands, and only on a line of such a flow that was asked about under this ACS id. */
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
    returning ${sql.unsafe(COLUMNS)}`
  return line ? fromRow(line) : findLine(sql, id)
}

async function findLine(sql: Sql, id: string) {
  const [line] = await sql<Line[]>`
    select ${sql.unsafe(COLUMNS)} from simulator.authentications where three_ds_server_trans_id = ${id}`
  return line && fromRow(line)
}

function fromRow(line: Line) {
  const { acs_trans_id: acsTransId, notification_url: notificationUrl, display: purchase } = line
  return {
    threeDsServerTransId: line.three_ds_server_trans_id,
    merchantId: line.merchant_id,
    transactionId: line.transaction_id,
    flow: line.simulated_flow,
    overrides: line.overrides,
    request: acsTransId === null || notificationUrl === null ? null : { acsTransId, notificationUrl, purchase },
    chosen: line.chosen,
    wasShown: line.was_shown,
  }
}
