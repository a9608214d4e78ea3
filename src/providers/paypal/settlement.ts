import type { Cells, SettlementReader, SettlementRowType } from '#providers/port/tools.ts'
import { checkHeader, decodeFile, readCells, readCsv, rows, SettlementFileError } from '#providers/port/tools.ts'
import { WHOLE_ONLY } from './translate/amount.ts'

const COLUMNS = [
  ...['Transaction ID', 'Invoice ID', 'Transaction Event Code', 'Transaction Completion Date'],
  ...['Transaction Debit or Credit', 'Gross Transaction Amount', 'Gross Transaction Currency'],
  ...['Fee Debit or Credit', 'Fee Amount', 'Fee Currency', 'Custom Field'],
]

/** Types by event code ("Transaction event code reference"). Others, such as holds, are neither payments nor fees. */
const TYPES: readonly (readonly [RegExp, SettlementRowType])[] = [
  [/^T0001$/, 'PAYOUT'],
  [/^T00/, 'PAYMENT'],
  [/^T01|^T110[89]$/, 'FEE'],
  [/^T04/, 'PAID_OUT'],
  [/^T1107$/, 'REFUND'],
  [/^T1106$|^T1201$/, 'CHARGEBACK'],
  [/^T1202$|^T1205$/, 'CHARGEBACK_REVERSAL'],
]

/** Kinds of rows without anything to read: headers and sums of report, file and section. */
const OTHERS = ['RH', 'FH', 'SF', 'RF', 'FF']
const LAST = ['SC', 'RF', 'RC', 'FF']

/** Reads PayPal's settlement report (STL; developer.paypal.com, Reports, Settlement report): a batch an account, day and currency. */
export const readSettlement: SettlementReader = async function* (file) {
  let [kind, batch] = ['', '']
  let header: readonly string[] = []
  let [section, report] = [0, 0]
  for await (const { line, cells } of readCsv(decodeFile(file))) {
    kind = cells[0] ?? ''
    if (kind === 'SB') {
      section++
      yield readCells(line, header, cells, (cell) => readBody(batch, cell))
    } else if (kind === 'SH') batch = `${cells[3]} ${cells[1]?.slice(0, 10)}`
    else if (kind === 'CH') header = checkHeader(cells, COLUMNS)
    else if (kind === 'SC') {
      requireCount(section, cells[1])
      report += section
      section = 0
    } else if (kind === 'RC') requireCount(report, cells[1])
    else if (!OTHERS.includes(kind)) throw new SettlementFileError(`Line ${line} is of no settlement report of PayPal.`)
  }
  if (section > 0 || !LAST.includes(kind)) throw new SettlementFileError('The report is cut short; download it again.')
}

function requireCount(count: number, text: string | undefined): void {
  if (String(count) === text?.trim()) return
  throw new SettlementFileError('The report counts other rows than it has; download it again.')
}

function readBody(batch: string, cell: Cells): rows.RowContent {
  const code = cell('Transaction Event Code')
  const type = TYPES.find(([codes]) => codes.test(code))?.[1]
  if (type === undefined)
    throw new rows.UnreadableError('the event code is neither a payment nor a fee; book it by hand')
  const currency = rows.requireCurrency('Gross Transaction Currency', cell('Gross Transaction Currency'))
  const gross = signed(cell('Transaction Debit or Credit'), 'Gross Transaction Amount', cell, currency)
  const hasFee = /[1-9]/.test(cell('Fee Amount'))
  if (hasFee && cell('Fee Currency') !== currency)
    throw new rows.UnreadableError('Fee Currency is not the currency of the row')
  const fee = hasFee ? -signed(cell('Fee Debit or Credit'), 'Fee Amount', cell, currency) : 0n
  const isOurs = type !== 'FEE' && type !== 'PAID_OUT'
  return {
    ...rows.moves(type, currency, gross, fee),
    batch: rows.requireText('the account of the section', batch),
    reference: isOurs ? rows.attemptIdIn(cell('Invoice ID'), cell('Custom Field')) : undefined,
    providerReference: isOurs ? rows.providerId('Transaction ID', cell('Transaction ID')) : undefined,
    settledAt: rows.parseTime('Transaction Completion Date', cell('Transaction Completion Date')),
  }
}

/** Amounts are unsigned, in the smallest unit that PayPal has. */
function signed(direction: string, name: string, cell: Cells, currency: string): bigint {
  if (!/^\d{1,16}$/.test(cell(name))) throw new rows.UnreadableError(`${name} is not an amount in the smallest unit`)
  if (direction !== 'CR' && direction !== 'DR')
    throw new rows.UnreadableError(`the direction of ${name} is not CR or DR`)
  const amount = BigInt(cell(name)) * (WHOLE_ONLY.includes(currency) ? 100n : 1n)
  return direction === 'CR' ? amount : -amount
}
