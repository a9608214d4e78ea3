import type { CardTestingSetting } from '#domain/card-testing.ts'
import type { Position } from '#domain/page.ts'
import type { Terminal } from '#domain/terminal.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { changes, newest, where } from '../shape/where.ts'

export type TerminalRecord = Terminal & { readonly createdAt: Date }

/** Settings by operators: an absent field stays as it is, a null list allows everything. */
export type TerminalChange = Partial<Omit<Terminal, 'terminalId' | 'merchantId'>>

const TERMINAL = record<TerminalRecord>()(
  `terminalId, merchantId, name, status, acceptsPayments, currencies, transactionTypes, paymentMethods, providerAccounts,
  allowedOrigins, allowUnauthenticated, exemptions, cardTestingLimit, receipts, threeDs, createdAt`,
)

export async function insertTerminal(
  sql: Sql,
  terminal: TerminalChange & Pick<Terminal, 'terminalId' | 'merchantId' | 'name'>,
): Promise<TerminalRecord> {
  const [row] = await sql<[TerminalRecord]>`
    insert into terminals (terminal_id, merchant_id, name, accepts_payments, currencies, transaction_types,
      payment_methods, provider_accounts, allowed_origins, allow_unauthenticated, exemptions, card_testing_limit,
      receipts, three_ds)
    values (${terminal.terminalId}, ${terminal.merchantId}, ${terminal.name}, ${terminal.acceptsPayments ?? true},
      ${list(terminal.currencies)}, ${list(terminal.transactionTypes)}, ${list(terminal.paymentMethods)},
      ${list(terminal.providerAccounts)}, ${list(terminal.allowedOrigins)}, ${terminal.allowUnauthenticated ?? false},
      ${[...(terminal.exemptions ?? [])]}::text[], ${json(terminal.cardTestingLimit)}::jsonb,
      ${terminal.receipts ?? 'off'}, ${json(terminal.threeDs)}::jsonb)
    returning ${TERMINAL.select(sql)}`
  return row
}

export function findTerminal(sql: Sql, terminalId: string): Promise<TerminalRecord | undefined> {
  return first(sql<TerminalRecord[]>`
    select ${TERMINAL.select(sql)} from terminals where terminal_id = ${terminalId}`)
}

export function findMerchantTerminal(sql: Sql, merchantId: string, terminalId: string) {
  return first(sql<TerminalRecord[]>`
    select ${TERMINAL.select(sql)} from terminals where merchant_id = ${merchantId} and terminal_id = ${terminalId}`)
}

export async function listTerminals(
  sql: Sql,
  merchantId: string,
  after: Position | undefined,
  limit: number,
  only?: readonly string[],
): Promise<(TerminalRecord & Position)[]> {
  return sql<(TerminalRecord & Position)[]>`
    select ${TERMINAL.select(sql)}, terminal_id as id from terminals
    where ${where(sql, { merchantId, terminalId: only })} ${newest(sql, 'created_at, terminal_id', after, limit)}`
}

export function updateTerminal(
  sql: Sql,
  terminalId: string,
  change: TerminalChange,
): Promise<TerminalRecord | undefined> {
  const { name, status, acceptsPayments, allowUnauthenticated, exemptions, cardTestingLimit, receipts, threeDs } =
    change
  const { currencies, transactionTypes, paymentMethods, providerAccounts, allowedOrigins } = change
  const lists = { exemptions, currencies, transactionTypes, paymentMethods, providerAccounts, allowedOrigins }
  const settings = {
    cardTestingLimit: cardTestingLimit && sql.json(cardTestingLimit),
    threeDs: threeDs === undefined ? undefined : sql.json(threeDs),
  }
  const given = { name, status, acceptsPayments, allowUnauthenticated, receipts, ...lists, ...settings }
  return first(sql<TerminalRecord[]>`
    update terminals set ${changes(sql, given)} updated_at = now()
    where terminal_id = ${terminalId}
    returning ${TERMINAL.select(sql)}`)
}

function list(values: readonly string[] | null | undefined): string[] | null {
  return values ? [...values] : null
}

/** As JSON, of which a word needs its quotes. */
function json(setting: CardTestingSetting | Terminal['threeDs'] | undefined): string | null {
  return setting ? JSON.stringify(setting) : null
}
