import type { Sql } from '../connection/database.ts'
import type { Row, Statement } from '../connection/sql.ts'

/** A part of a statement. */
export type Fragment = Statement<Row[]>

/** A value that a statement takes. */
export type Value = NonNullable<Parameters<Sql['unsafe']>[1]>[number]
