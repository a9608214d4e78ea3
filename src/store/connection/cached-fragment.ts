import type { Sql } from './sql.ts'

/**
 * A part of statements that is the same in all of them. It is made once for each database, because the driver takes longer
 * to make a part than to write it into a statement.
 */
export function cachedFragment<Part>(make: (sql: Sql) => Part): (sql: Sql) => Part {
  const made = new WeakMap<Sql, Part>()
  return (sql) => {
    const part = made.get(sql) ?? make(sql)
    made.set(sql, part)
    return part
  }
}

/** Stands where a statement leaves a part out. */
export const nothing = cachedFragment((sql) => sql``)
