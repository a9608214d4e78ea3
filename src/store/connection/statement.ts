import { type Parameter, toCast, toParameter, type Value } from './parameters.ts'
import { addOrigin } from './statement-origin.ts'

export interface Row {
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the columns
  [column: string]: any
}

/** The rows of an answer, and how many rows the statement returned or changed. */
export type Rows<T extends readonly unknown[]> = T & { readonly count: number }

export interface Query {
  readonly text: string
  /** Undefined: the text may hold several statements. */
  readonly parameters?: readonly Parameter[]
}

export type Send = (query: Query) => Promise<Rows<Row[]>>

/** A name of a table, column or database, written with quotes. */
export class Identifier {
  readonly text: string

  constructor(name: string) {
    this.text = `"${name.replaceAll('"', '""')}"`
  }
}

/** A value, name or part in a place of a statement. */
// biome-ignore lint/suspicious/noExplicitAny: rows of a part of a statement are never read
export type Place = Value | Identifier | Statement<any> | readonly Statement<any>[]

// biome-ignore lint/suspicious/noExplicitAny: as in Promise
type OnError<T> = ((error: any) => T | PromiseLike<T>) | null

/** A statement that is sent when it is awaited, or a part of another statement. */
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
  write(parameters: Parameter[]): string {
    let text = this.#texts[0]!
    for (let index = 0; index < this.#places.length; index += 1)
      text += writePlace(this.#places[index]!, parameters) + this.#texts[index + 1]!
    return text
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
    const parameters: Parameter[] = []
    const text = this.write(parameters)
    try {
      return (await this.#send({ text, parameters })) as unknown as Rows<T>
    } catch (error) {
      addOrigin(error, this.#texts)
      throw error
    }
  }
}

function writePlace(place: Place, parameters: Parameter[]): string {
  if (place instanceof Statement) return place.write(parameters)
  if (place instanceof Identifier) return place.text
  if (isParts(place)) return place.map((part) => part.write(parameters)).join(' ')
  return `$${parameters.push(toParameter(place as Value))}${toCast(place as Value)}`
}

function isParts(place: Place): place is readonly Statement[] {
  return Array.isArray(place) && place[0] instanceof Statement
}
