import type { Cells, Money, SettlementReader, SettlementRowType, Texts } from '#providers/port/tools.ts'
import { decodeFile, findKind, readJsonList, readTable, rows } from '#providers/port/tools.ts'
import { unitsFrom } from './translate/amount.ts'

const COLUMNS = ['balance_transaction_id', 'currency', 'gross', 'fee', 'net', 'reporting_category', 'source_id']

/** Types by `reporting_category`. */
const TYPES: Readonly<Record<string, SettlementRowType>> = {
  charge: 'PURCHASE',
  partial_capture_reversal: 'PURCHASE',
  refund: 'REFUND',
  refund_failure: 'REFUND',
  dispute: 'CHARGEBACK',
  dispute_reversal: 'CHARGEBACK_REVERSAL',
  fee: 'FEE',
  network_cost: 'FEE',
  tax: 'FEE',
  payout: 'PAID_OUT',
  payout_reversal: 'PAID_OUT',
}

/** Batch of transactions that no automatic payout includes. */
const UNASSIGNED = 'unassigned'

/**
 * Reads Stripe's Balance and Payout reconciliation reports, itemized (docs.stripe.com, "Report types reference"), and
 * its API's list of balance transactions ("List all balance transactions").
 */
export const readSettlement: SettlementReader = async function* (file) {
  const { isJson, text } = await findKind(decodeFile(file))
  yield* isJson ? readJsonList(text, listRowReader()) : readTable(text, COLUMNS, readReportRow)
}

function readReportRow(cell: Cells): rows.RowContent {
  const type = rows.typeIn(TYPES, 'reporting_category', cell('reporting_category'))
  const { currency, amount } = amountsIn('currency', cell, rows.parseDecimal)
  const facing = cell('customer_facing_currency') && amountsIn('customer_facing_currency', cell, rows.parseDecimal)
  const payout = type === 'PAID_OUT' ? cell('source_id') : ''
  const intent = type === 'REFUND' ? '' : cell('payment_intent_id') || cell('charge_id')
  return {
    ...rows.moves(type, currency, amount('gross'), amount('fee'), amount('net')),
    ...(facing && amountOf(type, amount('gross'), facing.currency, facing.amount('customer_facing_amount'))),
    batch: rows.providerId('automatic_payout_id', cell('automatic_payout_id') || payout) ?? UNASSIGNED,
    reference: rows.attemptIdIn(cell(`${type === 'REFUND' ? 'refund' : 'payment'}_metadata[attempt_id]`)),
    providerReference: rows.providerId('source_id', intent || cell('source_id')),
    settledAt: rows.parseTime('created', cell('created_utc') || cell('created')),
  }
}

/** Reader of one list. Its entries do not name their payout, so it is one batch, named by the first. */
function listRowReader() {
  let batch: string | undefined
  return (text: Texts): rows.RowContent => {
    const type = rows.typeIn(TYPES, 'reporting_category', text('reporting_category'))
    const source = text('source') || text('source.id')
    batch ??= rows.providerId('id', type === 'PAID_OUT' ? source : text('id')) ?? UNASSIGNED
    const { currency, amount } = amountsIn('currency', text, parseUnits)
    const facing = text('source.currency') && amountsIn('source.currency', text, parseUnits)
    const path = text('source.amount_captured') === '' ? 'source.amount' : 'source.amount_captured'
    return {
      ...rows.moves(type, currency, amount('amount'), amount('fee'), amount('net')),
      ...(facing && amountOf(type, amount('amount'), facing.currency, facing.amount(path))),
      batch,
      reference: rows.attemptIdIn(text('source.metadata.attempt_id')),
      providerReference: rows.providerId('source', (type !== 'REFUND' && text('source.payment_intent')) || source),
      settledAt: parseSeconds(text('created')),
    }
  }
}

function amountsIn(name: string, text: Texts, parse: typeof rows.parseDecimal) {
  const currency = rows.requireCurrency(name, text(name).toUpperCase())
  return { currency, amount: (path: string) => parse(path, text(path), currency) }
}

/** Amount in the currency of the payment, in the direction of the balance. */
function amountOf(type: SettlementRowType, gross: bigint, currency: string, facing: bigint): { amount?: Money } {
  if (type === 'FEE' || type === 'PAID_OUT') return {}
  const isOut = gross < 0n !== facing < 0n
  return { amount: { amount: isOut ? -facing : facing, currency } }
}

/** Stripe's minor units. */
function parseUnits(name: string, text: string, currency: string): bigint {
  const units = /^-?\d{1,18}$/.test(text) ? unitsFrom(BigInt(text), currency) : undefined
  if (units === undefined) throw new rows.UnreadableError(`${name} is not an amount in minor units`)
  return units
}

function parseSeconds(text: string): Date {
  if (!/^\d{1,10}$/.test(text)) throw new rows.UnreadableError('created is not a time')
  return new Date(Number(text) * 1000)
}
