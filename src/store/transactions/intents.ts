import { isAgreementCharge } from '#domain/agreement.ts'
import type { ReferenceHolder } from '#domain/reference.ts'
import { NEW_AGREEMENT_COLUMNS } from '../agreements/agreements.ts'
import { cachedFragment, nothing } from '../connection/cached-fragment.ts'
import { columnsOf } from '../connection/columns.ts'
import type { Sql } from '../connection/database.ts'
import type { Intent, IntentAnswer } from './intent.ts'
import {
  agreementsJson,
  attemptsJson,
  chargesJson,
  decisionsJson,
  NEW_ATTEMPT_COLUMNS,
  STORED_CARD_COLUMNS,
  storedCardsJson,
  transactionsJson,
  WALLET_MESSAGE_COLUMNS,
  walletMessagesJson,
} from './intent-rows.ts'
import { NEW_TRANSACTION_COLUMNS } from './transaction-row.ts'

/**
 * Records pending transactions, each with its first attempt, in one commit: each only if its merchant's configuration
 * is still the one it was decided on and nobody holds its reference. A payment of a session claims none: its session
 * holds it, and must still be open on the database's clock; of a link's, it reserves one of the payments that the link
 * accepts, so such an intent is recorded alone. Repeating it with the same ids is harmless. References
 * and wallet messages are claimed in one order everywhere, so that two batches never wait for each other.
 * @param dueInSeconds when the worker checks them, should this process die
 * @throws where one of several breaks a key; each has to be recorded alone then
 */
export async function recordIntents(
  sql: Sql,
  intents: readonly Intent[],
  dueInSeconds: number,
): Promise<readonly IntentAnswer[]> {
  try {
    return await insertIntents(sql, intents, dueInSeconds)
  } catch (error) {
    const broken = BROKEN_KEYS[(error as { constraint?: string }).constraint ?? '']
    if (intents.length > 1 || !broken) throw error
    return [broken]
  }
}

/** A key the intent itself breaks: what it stores belongs to a customer or a key that went away meanwhile. */
const BROKEN_KEYS: Readonly<Record<string, IntentAnswer>> = {
  // Repeated after a commit nobody heard of; the ids are random.
  transactions_pkey: { kind: 'recorded' },
  transactions_live_try: { kind: 'session-busy' },
  wallet_messages_pkey: { kind: 'wallet-message-spent' },
  payment_methods_merchant_id_customer_id_fkey: { kind: 'outdated' },
  payment_methods_merchant_id_data_key_id_fkey: { kind: 'outdated' },
}

const filledColumns = cachedFragment((sql) => sql.unsafe(columnsOf('filled', NEW_TRANSACTION_COLUMNS)))
const newColumns = cachedFragment((sql) => sql.unsafe(NEW_TRANSACTION_COLUMNS))
const wantedColumns = cachedFragment((sql) => sql.unsafe(columnsOf('wanted', NEW_TRANSACTION_COLUMNS)))
const newAttemptColumns = cachedFragment((sql) => sql.unsafe(NEW_ATTEMPT_COLUMNS))
const attemptColumns = cachedFragment((sql) => sql.unsafe(columnsOf('attempt', NEW_ATTEMPT_COLUMNS)))

async function insertIntents(sql: Sql, intents: readonly Intent[], dueInSeconds: number): Promise<IntentAnswer[]> {
  const found = await sql<{ id: string; recorded: boolean }[]>`
    with ${charged(sql, intents)} decided as (
      select * from json_to_recordset(${decisionsJson(intents)}::json) as decided (id text, version bigint, kind text)
    ), wanted as (
      select ${filledColumns(sql)} from json_populate_recordset(
        jsonb_populate_record(null::transactions,
          jsonb_build_object('due_at', now() + make_interval(secs => ${dueInSeconds}))),
        ${transactionsJson(intents)}::json
      ) as filled
      join decided on decided.id = filled.id
      join merchants on merchants.merchant_id = filled.merchant_id and merchants.config_version = decided.version
      ${ifCharged(sql, intents)}
    ), claimed as (
      insert into order_references (merchant_id, terminal_id, reference, kind, holder_id)
      select wanted.merchant_id, wanted.terminal_id, wanted.reference, decided.kind, wanted.id
      from wanted join decided on decided.id = wanted.id
      where wanted.session_id is null
      order by wanted.merchant_id, wanted.terminal_id, wanted.reference
      on conflict do nothing
      returning holder_id as id
    ), ${opening(sql, intents)}
    recorded as (
      insert into transactions (${newColumns(sql)})
      select ${wantedColumns(sql)} from wanted
      join ${admitted(sql, intents)} as admitted on admitted.id = wanted.id
      returning id
    ), attempted as (
      insert into attempts (${newAttemptColumns(sql)})
      select ${attemptColumns(sql)}
      from json_populate_recordset(null::attempts, ${attemptsJson(intents)}::json) as attempt
      join recorded on recorded.id = attempt.transaction_id
    ) ${storing(sql, intents)} ${agreeing(sql, intents)} ${spending(sql, intents)}
    select wanted.id, recorded.id is not null as recorded from wanted left join recorded on recorded.id = wanted.id`
  const answers = new Map(found.map(({ id, recorded }) => [id, recorded]))
  return Promise.all(intents.map((intent) => answerFor(sql, intent, answers.get(intent.transaction.id), dueInSeconds)))
}

/** Parts that no intent needs are left out: to begin one that finds nothing takes as long as to write a row. */
function opening(sql: Sql, intents: readonly Intent[]) {
  if (!intents.some(isOfSession)) return nothing(sql)
  const isOfLink = intents.some(({ transaction }) => transaction.paymentLinkId !== null)
  return sql`opened as (
    update sessions set tries = tries + 1 from wanted
    where sessions.merchant_id = wanted.merchant_id and sessions.session_id = wanted.session_id
      and sessions.canceled_at is null and sessions.expires_at > now()
    returning wanted.id
  ), ${isOfLink ? placed(sql) : nothing(sql)}`
}

/** The session is locked before its link, and the link before its payments. */
const placed = cachedFragment(
  (sql) => sql`placed as (
    update payment_links set running = running + 1, updated_at = now()
    from opened join wanted on wanted.id = opened.id
    where payment_links.merchant_id = wanted.merchant_id and payment_links.payment_link_id = wanted.payment_link_id
      and payment_links.disabled_at is null
      and (payment_links.max_payments is null or payment_links.payments + payment_links.running < payment_links.max_payments)
    returning wanted.id
  ),`,
)

function admitted(sql: Sql, intents: readonly Intent[]) {
  if (intents.some(({ transaction }) => transaction.paymentLinkId !== null)) return sql`placed`
  return intents.some(isOfSession) ? sql`(select id from claimed union all select id from opened)` : claimed(sql)
}

const claimed = cachedFragment((sql) => sql`claimed`)

const isOfSession = ({ transaction }: Intent) => transaction.sessionId !== null

function storing(sql: Sql, intents: readonly Intent[]) {
  if (intents.every(({ storedCard }) => storedCard === null)) return nothing(sql)
  return sql`, stored as (
    insert into payment_methods (${sql.unsafe(STORED_CARD_COLUMNS)})
    select ${sql.unsafe(columnsOf('card', STORED_CARD_COLUMNS))}
    from json_populate_recordset(null::payment_methods, ${storedCardsJson(intents)}::json) as card
    join recorded on recorded.id = card.transaction_id
  )`
}

/** A charge begins only while its agreement allows it. The row is locked, so that no change comes between. */
function charged(sql: Sql, intents: readonly Intent[]) {
  if (!intents.some(isCharge)) return nothing(sql)
  return sql`charged as (
    select charge.id
    from json_to_recordset(${chargesJson(intents.filter(isCharge))}::json)
      as charge (id text, merchant_id text, agreement_id text, amount bigint, token text)
    join agreements on agreements.merchant_id = charge.merchant_id and agreements.agreement_id = charge.agreement_id
      and agreements.status = 'ACTIVE' and coalesce(agreements.max_amount >= charge.amount, true)
      and agreements.payment_method_token = charge.token
    order by agreements.merchant_id, agreements.agreement_id
    for share of agreements
  ),`
}

function ifCharged(sql: Sql, intents: readonly Intent[]) {
  if (!intents.some(isCharge)) return nothing(sql)
  return sql`where filled.payment_method ->> 'type' <> 'agreement' or filled.id in (select id from charged)`
}

const isCharge = ({ transaction }: Intent) => isAgreementCharge(transaction)

function agreeing(sql: Sql, intents: readonly Intent[]) {
  if (!intents.some(({ newAgreement }) => newAgreement)) return nothing(sql)
  return sql`, agreed as (
    insert into agreements (${sql.unsafe(NEW_AGREEMENT_COLUMNS)})
    select ${sql.unsafe(columnsOf('agreement', NEW_AGREEMENT_COLUMNS))}
    from json_populate_recordset(null::agreements, ${agreementsJson(intents)}::json) as agreement
    join recorded on recorded.id = agreement.first_transaction_id
  )`
}

function spending(sql: Sql, intents: readonly Intent[]) {
  if (intents.every(({ walletMessage }) => walletMessage === null)) return nothing(sql)
  return sql`, spent as (
    insert into wallet_messages (${sql.unsafe(WALLET_MESSAGE_COLUMNS)})
    select ${sql.unsafe(columnsOf('message', WALLET_MESSAGE_COLUMNS))}
    from json_populate_recordset(null::wallet_messages, ${walletMessagesJson(intents)}::json) as message
    join recorded on recorded.id = message.transaction_id
    order by message.merchant_id, message.message_id
  )`
}

async function answerFor(
  sql: Sql,
  intent: Intent,
  recorded: boolean | undefined,
  dueInSeconds: number,
): Promise<IntentAnswer> {
  if (recorded === undefined) return { kind: 'outdated' }
  if (recorded) return { kind: 'recorded' }
  const { merchantId, terminalId, reference, id, sessionId } = intent.transaction
  if (sessionId !== null)
    return (await isRecorded(sql, merchantId, id)) ? { kind: 'recorded' } : { kind: 'session-over' }
  const holder = await findReferenceHolder(sql, merchantId, terminalId, reference)
  // An INVALID end gave the reference back between the two statements.
  if (!holder) return (await recordIntents(sql, [intent], dueInSeconds))[0]!
  // A repeated intent finds itself: then it was recorded the first time.
  if (holder.id === id) return { kind: 'recorded' }
  return { kind: 'reference-taken', holder }
}

/** True for a repeated intent that was recorded the first time. */
async function isRecorded(sql: Sql, merchantId: string, id: string): Promise<boolean> {
  const rows = await sql`select from transactions where merchant_id = ${merchantId} and id = ${id}`
  return rows.length > 0
}

export async function findReferenceHolder(
  sql: Sql,
  merchantId: string,
  terminalId: string,
  reference: string,
): Promise<ReferenceHolder | undefined> {
  const [holder] = await sql<ReferenceHolder[]>`
    select kind, holder_id as id from order_references
    where merchant_id = ${merchantId} and terminal_id = ${terminalId} and reference = ${reference}`
  return holder
}
