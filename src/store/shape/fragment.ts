import type { Sql } from '../connection/database.ts'
import type { Row, Statement } from '../connection/sql.ts'

export type Fragment = Statement<Row[]>

export type Value = NonNullable<Parameters<Sql['unsafe']>[1]>[number]
