import type { CardTestingSetting } from '#domain/card-testing.ts'
import type { Position } from '#domain/page.ts'
import type { Terminal } from '#domain/terminal.ts'
import type { Sql } from '../connection/database.ts'
import { first } from '../shape/results.ts'

export type TerminalRecord = Terminal & { readonly createdAt: Date }

/** What an operator may set; an absent field stays as it is, a null list means "everything", no `threeDs` is none. */
export type TerminalChange = Partial<Omit<Terminal, 'terminalId' | 'merchantId'>>

const COLUMNS = `terminal_id as "terminalId", merchant_id as "merchantId", name, status,
  accepts_payments as "acceptsPayments", currencies, transaction_types as "transactionTypes",
  payment_methods as "paymentMethods", provider_accounts as "providerAccounts", allowed_origins as "allowedOrigins",
  allow_unauthenticated as "allowUnauthenticated", exemptions, card_testing_limit as "cardTestingLimit", three_ds as "threeDs",
  created_at as "createdAt"`

export async function insertTerminal(
  sql: Sql,
  terminal: TerminalChange & Pick<Terminal, 'terminalId' | 'merchantId' | 'name'>,
): Promise<TerminalRecord> {
  const [row] = await sql<[TerminalRecord]>`
    insert into terminals (terminal_id, merchant_id, name, accepts_payments, currencies, transaction_types,
      payment_methods, provider_accounts, allowed_origins, allow_unauthenticated, exemptions, card_testing_limit,
      three_ds)
    values (${terminal.terminalId}, ${terminal.merchantId}, ${terminal.name}, ${terminal.acceptsPayments ?? true},
      ${list(terminal.currencies)}, ${list(terminal.transactionTypes)}, ${list(terminal.paymentMethods)},
      ${list(terminal.providerAccounts)}, ${list(terminal.allowedOrigins)}, ${terminal.allowUnauthenticated ?? false},
      ${[...(terminal.exemptions ?? [])]}::text[], ${json(terminal.cardTestingLimit)}::jsonb, ${json(terminal.threeDs)}::jsonb)
    returning ${sql.unsafe(COLUMNS)}`
  return row
}

export function findTerminal(sql: Sql, terminalId: string): Promise<TerminalRecord | undefined> {
  return first(sql<TerminalRecord[]>`
    select ${sql.unsafe(COLUMNS)} from terminals where terminal_id = ${terminalId}`)
}

export function findMerchantTerminal(
  sql: Sql,
  merchantId: string,
  terminalId: string,
): Promise<TerminalRecord | undefined> {
  return first(sql<TerminalRecord[]>`
    select ${sql.unsafe(COLUMNS)} from terminals where merchant_id = ${merchantId} and terminal_id = ${terminalId}`)
}

/** A merchant's terminals, or `only` these of them, newest first, at most `limit`. */
export async function listTerminals(
  sql: Sql,
  merchantId: string,
  after: Position | undefined,
  limit: number,
  only?: readonly string[],
): Promise<TerminalRecord[]> {
  return sql<TerminalRecord[]>`
    select ${sql.unsafe(COLUMNS)} from terminals
    where merchant_id = ${merchantId} ${only === undefined ? sql`` : sql`and terminal_id = any(${[...only]}::text[])`}
      ${after === undefined ? sql`` : sql`and (created_at, terminal_id) < (${after.createdAt}, ${after.id})`}
    order by created_at desc, terminal_id desc limit ${limit}`
}

export function updateTerminal(
  sql: Sql,
  terminalId: string,
  change: TerminalChange,
): Promise<TerminalRecord | undefined> {
  const { name, status, acceptsPayments, allowUnauthenticated, exemptions, cardTestingLimit, threeDs, ...lists } =
    change
  const kept = (value: readonly string[] | null | undefined, column: string) =>
    value === undefined ? sql`${sql(column)}` : list(value)
  return first(sql<TerminalRecord[]>`
    update terminals set
      name = coalesce(${name ?? null}, name), status = coalesce(${status ?? null}, status),
      accepts_payments = coalesce(${acceptsPayments ?? null}, accepts_payments),
      allow_unauthenticated = coalesce(${allowUnauthenticated ?? null}, allow_unauthenticated),
      exemptions = coalesce(${list(exemptions)}::text[], exemptions),
      card_testing_limit = coalesce(${json(cardTestingLimit)}::jsonb, card_testing_limit),
      three_ds = ${threeDs === undefined ? sql`three_ds` : sql`${json(threeDs)}::jsonb`},
      currencies = ${kept(lists.currencies, 'currencies')},
      transaction_types = ${kept(lists.transactionTypes, 'transaction_types')},
      payment_methods = ${kept(lists.paymentMethods, 'payment_methods')},
      provider_accounts = ${kept(lists.providerAccounts, 'provider_accounts')},
      allowed_origins = ${kept(lists.allowedOrigins, 'allowed_origins')}, updated_at = now()
    where terminal_id = ${terminalId}
    returning ${sql.unsafe(COLUMNS)}`)
}

function list(values: readonly string[] | null | undefined): string[] | null {
  return values ? [...values] : null
}

/** As JSON, of which a word needs its quotes. */
function json(setting: CardTestingSetting | Terminal['threeDs'] | undefined): string | null {
  return setting ? JSON.stringify(setting) : null
}
