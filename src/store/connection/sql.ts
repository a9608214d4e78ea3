import type { Readable, Writable } from 'node:stream'
import { Json, toParameter, type Value } from './parameters.ts'
import { Identifier, type Place, type Row, type Send, Statement } from './statement.ts'
import { noteOrigin } from './statement-origin.ts'

/** A stream of `pg-copy-streams`. */
export type CopyStream = (Readable | Writable) & { submit(connection: never): void }

/** A connection pool, or one connection inside a SQL transaction. Every function of this room takes one first. */
export interface Sql {
  /** Quotes a name. */
  (name: string): Identifier
  /** A statement, or a part of one. */
  <T extends readonly (object | undefined)[] = Row[]>(
    texts: TemplateStringsArray,
    ...places: readonly Place[]
  ): Statement<T>
  /** Takes the text as it is. Without values it may hold several statements, of which the last one answers. */
  unsafe<T extends readonly (object | undefined)[] = Row[]>(text: string, values?: readonly Value[]): Statement<T>
  /** A value for a place of type `jsonb`. */
  json(value: unknown): Json
  /** Begins COPY; it keeps a connection until the stream ends. */
  copy(stream: CopyStream): Promise<void>
}

/** A database in which SQL transactions can be begun; within one, `begin` sets a savepoint. */
export interface Transaction extends Sql {
  begin<T>(act: (transaction: Transaction) => T | Promise<T>): Promise<T>
}

/** A pool that can also be closed and begin SQL transactions. */
export interface Database extends Transaction {
  begin<T>(act: (transaction: Transaction) => T | Promise<T>): Promise<T>
  /** @param mode as in `isolation level repeatable read read only` */
  begin<T>(mode: string, act: (transaction: Transaction) => T | Promise<T>): Promise<T>
  /**
   * Closes all connections once their statements are answered.
   * @param timeout seconds after which they are cut
   */
  end(options?: { readonly timeout?: number }): Promise<void>
}

/** Makes the function with which statements are written. @param send gets those that are awaited */
export function createSql(send: Send, copy: Sql['copy']): Sql {
  const tag = (texts: TemplateStringsArray | string, ...places: readonly Place[]) => {
    if (typeof texts === 'string') return new Identifier(texts)
    noteOrigin(texts, tag)
    return new Statement(texts, places, send)
  }
  const unsafe = (text: string, values?: readonly Value[]) =>
    new Statement([text], [], () => send({ text, ...(values && { parameters: values.map(toParameter) }) }))
  return Object.assign(tag, { unsafe, json: (value: unknown) => new Json(value), copy }) as Sql
}
