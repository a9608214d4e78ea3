import { exactInteger } from '#domain/exact-json.ts'
import type { Balance } from '#flows/ledger/balances.ts'
import type { SettlementDay } from '#flows/ledger/settlement-days.ts'
import type { SettledTransaction } from '#flows/ledger/settlement-report.ts'
import type { Verification } from '#flows/ledger/verify.ts'
import type { CsvFormat } from '../contract/csv.ts'
import { type Cell, csvFile } from './csv.ts'

export function balanceView({ currency, pending, available, authorized }: Balance) {
  return {
    currency,
    pending: exactInteger(pending),
    available: exactInteger(available),
    authorized: exactInteger(authorized),
  }
}

export function settlementDayView({ day, currency, gross, fee, transactions, isClosed }: SettlementDay) {
  return {
    date: day,
    currency,
    gross: exactInteger(gross),
    fee: exactInteger(fee),
    net: exactInteger(gross - fee),
    rows: transactions,
    closed: isClosed,
  }
}

export function verificationView({ checked, discrepancies }: Verification) {
  return {
    proven: discrepancies.length === 0,
    checked,
    discrepancies: discrepancies.map(({ check, merchantId, subject }) => ({ check, merchant_id: merchantId, subject })),
  }
}

/** The columns of a settlement report and what stands in each. */
const COLUMNS: Readonly<Record<string, (settled: SettledTransaction) => Cell>> = {
  settled_at: ({ postedAt }) => postedAt.toISOString(),
  transaction_id: ({ transactionId }) => transactionId,
  transaction_type: ({ transactionType }) => transactionType,
  reference: ({ reference }) => reference,
  order_id: ({ orderId }) => orderId,
  parent_id: ({ parentId }) => parentId,
  terminal_id: ({ terminalId }) => terminalId,
  provider_account_id: ({ providerAccountId }) => providerAccountId,
  currency: ({ currency }) => currency,
  gross: ({ gross }) => gross,
  fee: ({ fee }) => fee,
  net: ({ gross, fee }) => gross - fee,
}

interface Total {
  readonly gross: bigint
  readonly fee: bigint
}

/** A settlement report as CSV: its columns, a row for each transaction, and last a `TOTAL` for each currency. */
export function settlementCsv(
  format: CsvFormat,
  pages: AsyncIterable<readonly SettledTransaction[]>,
): AsyncGenerator<string> {
  return csvFile(format, Object.keys(COLUMNS), rowsOf(pages))
}

async function* rowsOf(pages: AsyncIterable<readonly SettledTransaction[]>) {
  const totals = new Map<string, Total>()
  for await (const page of pages) {
    for (const settled of page) addTo(totals, settled)
    yield page.map((settled) => Object.values(COLUMNS).map((cellOf) => cellOf(settled)))
  }
  yield [...totals].sort(byCurrency).map(totalRow)
}

function addTo(totals: Map<string, Total>, { currency, gross, fee }: SettledTransaction): void {
  const sum = totals.get(currency) ?? { gross: 0n, fee: 0n }
  totals.set(currency, { gross: sum.gross + gross, fee: sum.fee + fee })
}

function byCurrency([one]: [string, Total], [other]: [string, Total]): number {
  return one < other ? -1 : 1
}

function totalRow([currency, { gross, fee }]: [string, Total]): readonly Cell[] {
  const cells: Record<string, Cell> = { transaction_type: 'TOTAL', currency, gross, fee, net: gross - fee }
  return Object.keys(COLUMNS).map((column) => cells[column] ?? null)
}
