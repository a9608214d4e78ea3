import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Fragment, Value } from './fragment.ts'
import { toColumn } from './record.ts'

/** Joins by `and` fields equal to a value or in a list, then other conditions; skips undefined and false ones. */
export function where(
  sql: Sql,
  values: Readonly<Record<string, Exclude<Value, null> | undefined>>,
  ...others: readonly (Fragment | undefined | false)[]
): Fragment {
  const [first, ...rest] = [...equalities(sql, values), ...others.filter((one) => one !== undefined && one !== false)]
  return first ? sql`${[first, ...rest.map((one) => sql`and ${one}`)]}` : sql`true`
}

function equalities(sql: Sql, values: Readonly<Record<string, Value | undefined>>): Fragment[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (value === undefined) return []
    const column = sql.unsafe(toColumn(field))
    return Array.isArray(value) ? sql`${column} = any(${value}::text[])` : sql`${column} = ${value}`
  })
}

/** Assignments of an update, each with a comma behind it; a field without a value keeps its own. */
export function changes(sql: Sql, values: Readonly<Record<string, Value | Fragment | undefined>>): Fragment {
  const assigned = Object.entries(values).flatMap(([field, value]) =>
    value === undefined ? [] : sql`${sql.unsafe(toColumn(field))} = ${value},`,
  )
  return assigned.length > 0 ? sql`${assigned}` : sql``
}

/** Continues newest first. @param columns of the position, time first: `created_at, agreement_id` */
export function newest(sql: Sql, columns: string, after: Position | undefined, limit: number): Fragment {
  const [time, id] = columns.split(', ')
  const order = sql.unsafe(`order by ${time} desc, ${id} desc`)
  return sql`${beyond(sql, columns, '<', after)} ${order} limit ${limit}`
}

/** As `newest`, oldest first. */
export function oldest(sql: Sql, columns: string, after: Position | undefined, limit: number): Fragment {
  return sql`${beyond(sql, columns, '>', after)} ${sql.unsafe(`order by ${columns}`)} limit ${limit}`
}

function beyond(sql: Sql, columns: string, comparison: '<' | '>', after: Position | undefined): Fragment {
  return after ? sql`and ${sql.unsafe(`(${columns}) ${comparison}`)} (${after.createdAt}, ${after.id})` : sql``
}
