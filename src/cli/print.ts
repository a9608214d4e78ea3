import { formatMoney, minorUnits } from '#domain/currency.ts'
import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import { fittingText } from '#domain/provider-text.ts'

type Fields = Readonly<Record<string, unknown>>

const NOTHING = '–'
const INDENT = '  '
const GAP = '  '

/** An answer for scripts: the gateway's own JSON, amounts to the last digit. */
export function asJson(answer: unknown): string {
  return JSON.stringify(answer ?? {}, exact, 2)
}

const exact = (_key: string, value: unknown) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value)

/** A list as a table of `columns` (all fields by default), anything else field by field. */
export function asText(answer: unknown, columns?: readonly string[]): string {
  if (answer === undefined) return 'Done.'
  if (!isList(answer)) return record(answer as Fields, columns).join('\n')
  const { items, next_cursor } = answer
  const lines = items.length > 0 ? table(items, columns) : ['None.']
  return [...lines, ...(next_cursor ? ['', `Next page: --cursor ${next_cursor}`] : [])].join('\n')
}

function isList(answer: unknown): answer is { items: Fields[]; next_cursor?: string | null } {
  return Array.isArray((answer as { items?: unknown }).items)
}

function record(fields: Fields, names: readonly string[] = Object.keys(fields)): string[] {
  const width = Math.max(0, ...names.map((name) => name.length))
  return names.flatMap((name) => field(fields, name, width))
}

/** Prints long values indented below their name, and texts of several lines unchanged, for copying. */
function field(fields: Fields, name: string, width: number): string[] {
  const value = fields[name]
  if (isRecord(value)) return [label(name), ...record(value).map((line) => INDENT + line)]
  if (isTable(value)) return [label(name), ...table(value).map((line) => INDENT + line)]
  const text = cell(fields, name)
  return text.includes('\n') ? [label(name), text.trimEnd()] : [`${label(name).padEnd(width)}${GAP}${text}`]
}

/** Prints each row on one line: a name with a line break must not pass for another row. */
function table(rows: readonly Fields[], columns: readonly string[] = namesIn(rows)): string[] {
  const cells = [columns.map(label), ...rows.map((row) => columns.map((column) => oneLine(cell(row, column))))]
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)))
  return cells.map((line) =>
    line
      .map((text, column) => text.padEnd(widths[column]!))
      .join(GAP)
      .trimEnd(),
  )
}

/** Rows leave out what they do not have. */
function namesIn(rows: readonly Fields[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

function cell(fields: Fields, name: string): string {
  const value = PROVIDER_TEXTS.includes(name) ? textOf(fields, name) : fields[name]
  if (typeof value === 'bigint') return money(value, name, fields.currency)
  if (name === 'deliveries' && isTable(value)) return value.map(({ status }) => status).join(', ')
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ') || NOTHING
  if (typeof value === 'object') return Object.keys(value).length === 0 ? NOTHING : JSON.stringify(value, exact)
  return String(value)
}

const PROVIDER_TEXTS = ['response_message', 'payment_provider_response_code', 'payment_provider_response_message']

/** Reads a provider's text; leaves it out if it is the name of another outcome. */
function textOf(fields: Fields, name: string): unknown {
  const [text, code] = [fields[name], PROCESSING_CODES[fields.processing_code as ProcessingCode]]
  return typeof text === 'string' && code ? fittingText(text, code.status) : text
}

/** Normalized and outgoing amounts are in a currency of their own. */
function money(amount: bigint, name: string, currency: unknown): string {
  const isKnown = typeof currency === 'string' && minorUnits(currency) !== undefined
  const isInCurrency = [
    'amount',
    'captured_amount',
    'refunded_amount',
    'expired_amount',
    'disputed_amount',
    'collected_amount',
  ].includes(name)
  return isKnown && isInCurrency ? `${amount} (${formatMoney({ amount, currency }, 'en-US')})` : String(amount)
}

const oneLine = (text: string) => text.replaceAll('\n', ' ')
/** Formats a key, which may be a merchant's own text, on one line. */
const label = (name: string) => oneLine(name.replaceAll('_', ' '))
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
const isTable = (value: unknown): value is Fields[] => Array.isArray(value) && value.length > 0 && value.every(isRecord)
