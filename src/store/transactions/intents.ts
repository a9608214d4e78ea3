import type { ReferenceHolder } from '#domain/reference.ts'
import type { Sql } from '../connection/database.ts'
import { columnsOf } from '../shape/columns.ts'
import type { Intent, IntentAnswer } from './intent.ts'
import { ADDITIONS, CONDITIONS, isCharge, isOfLink, isOfSession, neededParts, OPENINGS } from './intent-parts.ts'
import { attemptsJson, decisionsJson, NEW_ATTEMPT, transactionsJson } from './intent-rows.ts'
import { NEW_TRANSACTION_COLUMNS } from './transaction-row.ts'

/**
 * Records pending transactions with their first attempts in one commit, if configuration is unchanged and references
 * free. A session's payment claims no reference, but requires an open session; a link's reserves a place and is
 * recorded alone. Idempotent by ID. References and wallet messages are claimed in one order, so that batches cannot
 * deadlock.
 * @param dueInSeconds until the worker checks them, if this process dies
 * @throws if one of several breaks a key; then record each alone
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

/** Keys that the intent breaks: its customer or encryption key is gone. */
const BROKEN_KEYS: Readonly<Record<string, IntentAnswer>> = {
  // Repeated after a commit without a response; IDs are random.
  transactions_pkey: { kind: 'recorded' },
  transactions_live_try: { kind: 'session-busy' },
  wallet_messages_pkey: { kind: 'wallet-message-spent' },
  wallet_messages_once: { kind: 'wallet-message-spent' },
  payment_methods_merchant_id_customer_id_fkey: { kind: 'outdated' },
  payment_methods_merchant_id_data_key_id_fkey: { kind: 'outdated' },
}

const FILLED = columnsOf('filled', NEW_TRANSACTION_COLUMNS)
const WANTED = columnsOf('wanted', NEW_TRANSACTION_COLUMNS)
const ATTEMPT = columnsOf('attempt', NEW_ATTEMPT.columns)

async function insertIntents(sql: Sql, intents: readonly Intent[], dueInSeconds: number): Promise<IntentAnswer[]> {
  const found = await sql<{ id: string; recorded: boolean }[]>`
    with ${neededParts(sql, CONDITIONS, intents)} decided as (
      select * from json_to_recordset(${decisionsJson(intents)}::json) as decided (id text, version bigint, kind text)
    ), wanted as (
      select ${sql.unsafe(FILLED)} from json_populate_recordset(
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
    ), ${neededParts(sql, OPENINGS, intents)} recorded as (
      insert into transactions (${sql.unsafe(NEW_TRANSACTION_COLUMNS)})
      select ${sql.unsafe(WANTED)} from wanted
      join ${admitted(sql, intents)} as admitted on admitted.id = wanted.id
      returning id
    ), attempted as (
      insert into attempts (${sql.unsafe(NEW_ATTEMPT.columns)})
      select ${sql.unsafe(ATTEMPT)}
      from json_populate_recordset(null::attempts, ${attemptsJson(intents)}::json) as attempt
      join recorded on recorded.id = attempt.transaction_id
    ) ${neededParts(sql, ADDITIONS, intents)}
    select wanted.id, recorded.id is not null as recorded from wanted left join recorded on recorded.id = wanted.id`
  const answers = new Map(found.map(({ id, recorded }) => [id, recorded]))
  return Promise.all(intents.map((intent) => answerFor(sql, intent, answers.get(intent.transaction.id), dueInSeconds)))
}

function ifCharged(sql: Sql, intents: readonly Intent[]) {
  if (!intents.some(isCharge)) return sql``
  return sql`where filled.payment_method ->> 'type' <> 'agreement' or filled.id in (select id from charged)`
}

function admitted(sql: Sql, intents: readonly Intent[]) {
  if (intents.some(isOfLink)) return sql`placed`
  return intents.some(isOfSession) ? sql`(select id from claimed union all select id from opened)` : sql`claimed`
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
  // An INVALID end released the reference between the two statements.
  if (!holder) return (await recordIntents(sql, [intent], dueInSeconds))[0]!
  // A repeated intent finds itself: then it was recorded the first time.
  if (holder.id === id) return { kind: 'recorded' }
  return { kind: 'reference-taken', holder }
}

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
