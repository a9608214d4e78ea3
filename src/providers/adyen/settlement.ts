import type { Cells, SettlementReader, SettlementRowType } from '#providers/port/tools.ts'
import { decodeFile, readTable, rows } from '#providers/port/tools.ts'

const FEES = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)']
const COLUMNS = [
  ...['Psp Reference', 'Merchant Reference', 'Creation Date', 'TimeZone', 'Type', 'Modification Reference'],
  ...['Gross Currency', 'Gross Debit (GC)', 'Gross Credit (GC)', 'Net Currency', 'Net Debit (NC)', 'Net Credit (NC)'],
  ...FEES,
  ...['Modification Merchant Reference', 'Batch Number'],
]

/** Types by journal type. */
const TYPES: Readonly<Record<string, SettlementRowType>> = {
  Settled: 'PURCHASE',
  Refunded: 'REFUND',
  RefundedReversed: 'REFUND',
  Chargeback: 'CHARGEBACK',
  SecondChargeback: 'CHARGEBACK',
  ChargebackReversed: 'CHARGEBACK_REVERSAL',
  PaidOut: 'PAYOUT',
  PaidOutReversed: 'PAYOUT',
  MerchantPayout: 'PAID_OUT',
  Fee: 'FEE',
  InvoiceDeduction: 'FEE',
  MiscCosts: 'FEE',
  PaymentCost: 'FEE',
}

/** Offsets of abbreviated time zones; unknown ones count as UTC. */
const ZONES: Readonly<Record<string, string>> = {
  ...{ BST: '+01:00', CET: '+01:00', CEST: '+02:00', EET: '+02:00', EEST: '+03:00', IST: '+05:30', SGT: '+08:00' },
  ...{ EST: '-05:00', EDT: '-04:00', CST: '-06:00', CDT: '-05:00', MST: '-07:00', MDT: '-06:00', PST: '-08:00' },
  ...{ PDT: '-07:00', BRT: '-03:00', HKT: '+08:00', JST: '+09:00', AEST: '+10:00', AEDT: '+11:00', NZDT: '+13:00' },
}

/** Reads Adyen's "Settlement details report" (docs.adyen.com, Reporting, Transaction-level reconciliation). */
export const readSettlement: SettlementReader = (file) => readTable(decodeFile(file), COLUMNS, readSettlementRow)

function readSettlementRow(cell: Cells): rows.RowContent {
  const { type, ...ids } = identify(cell)
  const currency = rows.requireCurrency('Net Currency', cell('Net Currency'))
  const net = signed(cell, 'Net', 'NC', currency)
  const fee = type === 'FEE' ? 0n : FEES.reduce((sum, column) => sum + decimal(cell, column, currency), 0n)
  const isPayment = type !== 'FEE' && type !== 'PAID_OUT'
  return {
    ...rows.moves(type, currency, net + fee, fee),
    ...(isPayment && { amount: amountOf(cell, currency, net + fee) }),
    ...ids,
    batch: rows.requireText('Batch Number', cell('Batch Number')),
    settledAt: rows.parseTime('Creation Date', cell('Creation Date'), ZONES[cell('TimeZone')]),
  }
}

/** Amount in the payment's currency. In the batch's it must agree with net and fees. */
function amountOf(cell: Cells, net: string, gross: bigint) {
  const currency = rows.requireCurrency('Gross Currency', cell('Gross Currency'))
  const amount = signed(cell, 'Gross', 'GC', currency)
  if (currency === net && amount !== gross) throw new rows.UnreadableError('net is not gross less fees')
  return { amount, currency }
}

/** IDs of the payment, or of the capture or refund that modified it. */
function identify(cell: Cells): Pick<rows.RowContent, 'type' | 'reference' | 'providerReference'> {
  const type = rows.typeIn(TYPES, 'Type', cell('Type'))
  if (type === 'FEE' || type === 'PAID_OUT') return { type, reference: undefined, providerReference: undefined }
  const [payment, own] = [cell('Merchant Reference'), rows.attemptIdIn(cell('Modification Merchant Reference'))]
  const isCapture = type === 'PURCHASE' && own !== undefined && own !== payment
  const isModification = isCapture || type === 'REFUND'
  const column = isModification ? 'Modification Reference' : 'Psp Reference'
  return {
    type: isCapture ? 'CAPTURE' : type,
    reference: isModification ? own : rows.attemptIdIn(payment),
    providerReference: rows.providerId(column, cell(column)),
  }
}

function signed(cell: Cells, name: string, unit: string, currency: string): bigint {
  return decimal(cell, `${name} Credit (${unit})`, currency) - decimal(cell, `${name} Debit (${unit})`, currency)
}

function decimal(cell: Cells, column: string, currency: string): bigint {
  return cell(column) === '' ? 0n : rows.parseDecimal(column, cell(column), currency)
}
