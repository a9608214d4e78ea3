import { SETTLEMENT_ROW_TYPES, type SettlementReader } from '#domain/settlement-row.ts'
import { type Cells, readTable } from './port/settlement/csv.ts'
import { decodeFile } from './port/settlement/file-text.ts'
import * as rows from './port/settlement/rows.ts'

const COLUMNS = 'batch,type,reference,provider_reference,currency,gross,fee,net,settled_at'.split(',')

/** Reads the format of any account (docs/operate/settlement-files.md#rows). */
export const readGenericSettlement: SettlementReader = (file) => readTable(decodeFile(file), COLUMNS, readGenericRow)

function readGenericRow(cell: Cells): rows.RowContent {
  const currency = rows.requireCurrency('currency', cell('currency'))
  const amount = (column: string) => rows.parseDecimal(column, cell(column), currency)
  const text = (column: string) => (cell(column) === '' ? undefined : rows.requireText(column, cell(column)))
  const type = SETTLEMENT_ROW_TYPES.find((name) => name === cell('type'))
  if (type === undefined) throw new rows.UnreadableError(`type is not one of ${SETTLEMENT_ROW_TYPES.join(', ')}`)
  const gross = amount('gross')
  if (type === 'FEE' && gross !== 0n) throw new rows.UnreadableError('gross of a FEE is not 0')
  return {
    ...rows.moves(type, currency, gross, amount('fee'), amount('net')),
    batch: rows.requireText('batch', cell('batch')),
    reference: text('reference'),
    providerReference: text('provider_reference'),
    settledAt: rows.parseTime('settled_at', cell('settled_at')),
  }
}
