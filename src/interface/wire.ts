import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { type ExactInteger, exactInteger } from '#domain/exact-json.ts'
import type { InstantText } from './types.ts'

// A wire is a schema that shows a value of the domain, so the fields of a resource are said once. `transaction_id`
// shows `transactionId`, a date as its text, a bigint to the last digit, and what is a wire itself by that wire.

/** Schema with its view of `V`; `of` is no part of the JSON Schema. */
export type Wire<V, S extends TSchema = TSchema> = S & { readonly of: (value: V) => Static<S> }

/** Name of a property in the domain: `terminal_id` → `terminalId`. */
export type Camel<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : S

type Json<T> = T extends bigint ? ExactInteger : T extends Date ? string : T

/** Accepted from a view: texts of times are texts, lists and objects may be read-only. */
type Given<T> = T extends InstantText
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Given<Item>[]
    : T extends object
      ? { readonly [N in keyof T]: Given<T[N]> }
      : T

type Optional = { readonly '~optional': true }

/** True if a property can show `T` without an exception. */
type Shows<S, T> = S extends { readonly of: (value: infer V) => unknown }
  ? T extends V
    ? true
    : false
  : S extends TSchema
    ? [Json<S extends Optional ? Exclude<T, undefined> : T>] extends [Given<Static<S>>]
      ? true
      : false
    : false

type FieldsFor<V, S> = { [F in keyof V]-?: Shows<S, V[F]> extends true ? F : never }[keyof V]
type ViewFor<V, S> = S extends TSchema
  ? (value: V) => Given<Static<S>> | (S extends Optional ? undefined : never)
  : never
type Exception<V, S> = FieldsFor<V, S> | ViewFor<V, S>
type IsByRule<V, Name, S> = Name extends string ? (Camel<Name> extends FieldsFor<V, S> ? true : false) : false
/** An exception for each property that its name does not explain; others may have one. */
type Exceptions<V, P> = { readonly [N in keyof P]?: Exception<V, P[N]> } & {
  readonly [N in keyof P as IsByRule<V, N, P[N]> extends true ? never : N]: Exception<V, P[N]>
}

/** Value that a wire shows. */
export type ValueOf<W> = W extends { readonly of: (value: infer V) => unknown } ? V : never

type FieldOf<S> = S extends { readonly of: unknown } ? ValueOf<S> : S extends TSchema ? Named<Static<S>> : never
type Named<T> = T extends ExactInteger ? bigint : T extends InstantText ? Date : Given<T>
type Part<P, E, IsOptional> = {
  readonly [N in keyof P as (P[N] extends Optional ? true : false) extends IsOptional
    ? N extends keyof E
      ? E[N] & string
      : Camel<N & string>
    : never]: FieldOf<P[N]>
}
/** Value with a field for each property, by its name or by that of `E`. */
type Fields<P, E> = Part<P, E, false> & Partial<Part<P, E, true>>

/**
 * Declares an object of the interface: `wire('Dispute', { id: Type.String(), … }).from<Dispute>({ id: 'disputeId' })`.
 * A property that neither its name nor an exception explains does not compile. No title: a part of another object.
 */
export function wire<P extends TProperties>(
  title: string | null,
  properties: P,
  options: { description?: string } = {},
) {
  /** @param exceptions another field's name, or a function of the value */
  function from<V>(exceptions: Exceptions<V, P>): Wire<V, TObject<P>> {
    const views = Object.entries(properties).map(([name, property]) => viewOf<V>(name, property, exceptions))
    const schema = Type.Object(properties, { ...(title !== null && { title }), ...options })
    const empty = emptyOf(Object.keys(properties))
    return withView(schema, (value: V) => {
      const shown: Record<string, unknown> = { ...empty }
      for (const [name, view] of views) shown[name] = view(value)
      return shown as Static<TObject<P>>
    })
  }
  /** Shows each value that has such fields. @param names fields that the properties do not name */
  function named<const E extends { readonly [N in keyof P]?: string } = Record<never, string>>(names?: E) {
    return from<Fields<P, E>>((names ?? {}) as never)
  }
  return { from, named }
}

export function orNull<V, S extends TSchema>(shown: Wire<V, S>, options: { description?: string } = {}) {
  const schema = Type.Union([shown, Type.Null()], options)
  return withView(schema, (value: V | null) => (value === null ? null : shown.of(value)) as Static<typeof schema>)
}

export function listOf<V, S extends TSchema>(shown: Wire<V, S>, options: { description?: string } = {}) {
  const schema = Type.Array(shown, options)
  return withView(schema, (values: readonly V[]) => values.map((value) => shown.of(value)) as Static<typeof schema>)
}

const CAMEL = new Map<string, string>()

/** Name of a property in the domain, remembered because each payment reads about 50. */
export function camel(name: string): string {
  const known = CAMEL.get(name)
  if (known !== undefined) return known
  const made = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  CAMEL.set(name, made)
  return made
}

/** V8 keeps the shape of parsed objects in their copies, which are written twice as fast as objects that grow. */
function emptyOf(names: readonly string[]): object {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
}

/** Not enumerable: JSON Schema and its readers do not see it. */
function withView<V, S extends TSchema>(schema: S, of: (value: V) => Static<S>): Wire<V, S> {
  return Object.defineProperty(schema, 'of', { value: of }) as Wire<V, S>
}

type View<V> = (value: V) => unknown

function viewOf<V>(name: string, property: TSchema, exceptions: object): readonly [string, View<V>] {
  const exception = (exceptions as Readonly<Record<string, string | View<V>>>)[name] ?? camel(name)
  if (typeof exception === 'function') return [name, exception]
  const show = (property as Partial<Wire<unknown>>).of ?? toJson
  return [name, (value) => show((value as Readonly<Record<string, unknown>>)[exception])]
}

function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return exactInteger(value)
  return value instanceof Date ? value.toISOString() : value
}
