import { exactInteger } from '#domain/exact-json.ts'
import type { Sql } from '../connection/database.ts'
import type { Fragment } from './fragment.ts'

export interface RecordColumns<T> {
  /** Columns for `select` and `returning`, each as its field: `ends_on as "endsOn", …`. @param table prefix of the columns */
  select(sql: Sql, table?: string): Fragment
  /** Names of the columns, for `insert` and for common table expressions: `ends_on, …`. */
  readonly columns: string
  /** A row as the JSON object that `json_populate_record` reads; integers to the last digit. */
  row(value: { readonly [F in keyof T]: unknown }): Readonly<Record<string, unknown>>
  /** Fields of the type, from a row that has more. */
  pick<R extends { readonly [F in keyof T]: unknown }>(row: R): Pick<R, keyof T>
}

/**
 * Maps a type to columns: `record<ListEntry>({ id: 'list_entry_id' })('id, list, expiresAt, …')`. Missing or unknown
 * fields do not compile.
 * @param exceptions from `expiresAt` → `expires_at`: another column, or an expression to read
 */
export function record<T>(exceptions: { readonly [F in keyof T]?: string } = {}) {
  return <const S extends string>(fields: S & AllFields<T, S>): RecordColumns<T> => {
    const names = fields.split(',').map((field) => field.trim()) as (keyof T & string)[]
    const columns = names.map((field) => (isColumn(exceptions[field]) ? exceptions[field]! : toColumn(field)))
    const selected = (table: string | undefined) =>
      names.map((field, at) => `${source(columns[at]!, exceptions[field], table)} as "${field}"`).join(', ')
    const texts = new Map<string | undefined, string>()
    return {
      select: (sql, table) => {
        const text = texts.get(table) ?? selected(table)
        texts.set(table, text)
        return sql.unsafe(text)
      },
      columns: columns.join(', '),
      row: (value) => {
        const row: Record<string, unknown> = {}
        for (let at = 0; at < names.length; at += 1) row[columns[at]!] = toJsonValue(value[names[at]!])
        return row
      },
      pick: (row) => {
        const picked: { [F in keyof T]?: unknown } = {}
        for (const field of names) picked[field] = row[field]
        return picked as Pick<typeof row, keyof T>
      },
    }
  }
}

const isColumn = (exception: string | undefined) => exception !== undefined && /^\w+$/.test(exception)

function source(column: string, exception: string | undefined, table: string | undefined): string {
  if (exception !== undefined && !isColumn(exception)) return exception
  return table === undefined ? column : `${table}.${column}`
}

export function toColumn(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function toJsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return exactInteger(value)
  // JSON.stringify takes several times as long to ask a date for its text.
  if (value instanceof Date) return value.toISOString()
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
}

type Trimmed<S extends string> = S extends ` ${infer Rest}` | `\n${infer Rest}` ? Trimmed<Rest> : S
type FieldsIn<S extends string, Found = never> = S extends `${infer First},${infer Rest}`
  ? FieldsIn<Rest, Found | Trimmed<First>>
  : Found | Trimmed<S>

/** A text that names every field of a type and no other; else the type says which. */
type AllFields<T, S extends string> = [keyof T] extends [FieldsIn<S>]
  ? [FieldsIn<S>] extends [keyof T]
    ? unknown
    : { readonly unknown: Exclude<FieldsIn<S>, keyof T> }
  : { readonly missing: Exclude<keyof T, FieldsIn<S>> }
