import type postgres from 'postgres'

/** A pool that can also be closed and begin SQL transactions. */
export type Database = postgres.Sql<{ bigint: bigint }>

/** A connection pool, or one connection inside a SQL transaction. Every function of this room takes one first. */
export type Sql = Database | postgres.TransactionSql<{ bigint: bigint }>
