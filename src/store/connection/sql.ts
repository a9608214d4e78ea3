import type { Readable, Writable } from 'node:stream'
import { Json, toCast, toParameter, type Value } from './parameters.ts'

export interface Row {
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the columns
  [column: string]: any
}

/** Rows, and how many the statement returned or changed. */
export type Rows<T extends readonly unknown[]> = T & { readonly count: number }

export interface Query {
  readonly text: string
  /** Undefined: the text may hold several statements. */
  readonly parameters?: readonly unknown[]
}

export type Send = (query: Query) => Promise<Rows<Row[]>>

/** Stream of `pg-copy-streams`. */
export type CopyStream = (Readable | Writable) & { submit(connection: never): void }

/** Connection pool, or one connection inside a SQL transaction. */
export interface Sql {
  (name: string): Identifier
  <T extends readonly (object | undefined)[] = Row[]>(
    texts: TemplateStringsArray,
    ...places: readonly Place[]
  ): Statement<T>
  /** Sends the text unchanged. Without values it may have several statements; returns the last result. */
  unsafe<T extends readonly (object | undefined)[] = Row[]>(text: string, values?: readonly Value[]): Statement<T>
  json(value: unknown): Json
  /** Begins COPY; it keeps a connection until the stream ends. */
  copy(stream: CopyStream): Promise<void>
}

/** A database in which SQL transactions can be begun; within one, `begin` sets a savepoint. */
export interface Transaction extends Sql {
  begin<T>(act: (transaction: Transaction) => T | Promise<T>): Promise<T>
}

export interface Database extends Transaction {
  begin<T>(act: (transaction: Transaction) => T | Promise<T>): Promise<T>
  /** @param mode as in `isolation level repeatable read read only` */
  begin<T>(mode: string, act: (transaction: Transaction) => T | Promise<T>): Promise<T>
  /** Closes all connections after their statements. @param timeout seconds until they are cut */
  end(options?: { readonly timeout?: number }): Promise<void>
}

export class Identifier {
  readonly text: string

  constructor(name: string) {
    this.text = `"${name.replaceAll('"', '""')}"`
  }
}

/** Value, name or part in a place of a statement. */
// biome-ignore lint/suspicious/noExplicitAny: rows of a part of a statement are never read
export type Place = Value | Identifier | Statement<any> | readonly Statement<any>[]

// biome-ignore lint/suspicious/noExplicitAny: as in Promise
type OnError<T> = ((error: any) => T | PromiseLike<T>) | null

/** Statement that is sent when it is awaited, or a part of another statement. */
export class Statement<T extends readonly unknown[] = Row[]> implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #texts: readonly string[]
  readonly #places: readonly Place[]
  readonly #send: Send
  #answer: Promise<Rows<T>> | undefined

  /** @param texts one more than there are places @param send gets the statement when it is awaited */
  constructor(texts: readonly string[], places: readonly Place[], send: Send) {
    this.#texts = texts
    this.#places = places
    this.#send = send
  }

  /** Writes the text of the statement. @param parameters receives its values */
  write(parameters: unknown[]): string {
    return this.#places.reduce<string>(
      (text, place, index) => text + writePlace(place, parameters) + this.#texts[index + 1]!,
      this.#texts[0]!,
    )
  }

  // Awaiting a statement sends it.
  then<A = Rows<T>, B = never>(
    onAnswer?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onError?: OnError<B>,
  ): Promise<A | B> {
    return this.#ask().then(onAnswer, onError)
  }

  catch<B = never>(onError?: OnError<B>): Promise<Rows<T> | B> {
    return this.#ask().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Rows<T>> {
    return this.#ask().finally(onEnd)
  }

  #ask(): Promise<Rows<T>> {
    this.#answer ??= this.#sendOnce()
    return this.#answer
  }

  async #sendOnce(): Promise<Rows<T>> {
    const parameters: unknown[] = []
    const text = this.write(parameters)
    try {
      return (await this.#send({ text, parameters })) as unknown as Rows<T>
    } catch (error) {
      addOrigin(error, this.#texts)
      throw error
    }
  }
}

function writePlace(place: Place, parameters: unknown[]): string {
  if (place instanceof Statement) return place.write(parameters)
  if (place instanceof Identifier) return place.text
  if (isParts(place)) return place.map((part) => part.write(parameters)).join(' ')
  return `$${parameters.push(toParameter(place as Value))}${toCast(place as Value)}`
}

function isParts(place: Place): place is readonly Statement[] {
  return Array.isArray(place) && place[0] instanceof Statement
}

/** @param send runs awaited statements */
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

/** Stacks that lead to the templates of statements. Each is captured once, because that takes long. */
const origins = new WeakMap<readonly string[], { readonly stack: string }>()
/** Errors that have an origin already: many statements may fail with the same error. */
const marked = new WeakSet<Error>()

/** Captures where a statement is written. @param tag the caller of this function */
function noteOrigin(texts: readonly string[], tag: (...args: never[]) => unknown): void {
  if (origins.has(texts)) return
  const origin = { stack: '' }
  Error.captureStackTrace(origin, tag)
  origins.set(texts, origin)
}

/** Adds where the statement is written to the stack of an error, which leads to the socket. */
function addOrigin(error: unknown, texts: readonly string[]): void {
  const origin = origins.get(texts)
  if (!origin || !(error instanceof Error) || marked.has(error)) return
  marked.add(error)
  error.stack += origin.stack.replace(/^.*/, '')
}
