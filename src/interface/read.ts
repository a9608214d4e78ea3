import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { ExactInteger } from '#domain/exact-json.ts'
import { parseAmount } from '#domain/money.ts'
import type { InstantText } from './types.ts'
import { type Camel, camel } from './wire.ts'

type Read<T> = T extends ExactInteger ? bigint : T extends InstantText ? Date : T
/** Fields of a body or query as the domain names them. */
export type Names<T> = { readonly [N in keyof T as N extends string ? Camel<N> : never]: Read<T[N]> }
type Whole<T> = Names<{ [N in keyof T]-?: undefined extends T[N] ? Exclude<T[N], undefined> | null : T[N] }>

/** Fields of a checked body as the domain names them, amounts as bigint and times as dates; null where absent. */
export function readBody<P extends TProperties>(
  schema: TObject<P>,
  body: Static<TObject<P>>,
): Whole<Static<TObject<P>>> {
  return fieldsOf(Object.keys(schema.properties), schema, body) as Whole<Static<TObject<P>>>
}

/** Fields that a checked change or query has; others are absent. */
export function readGiven<P extends TProperties>(
  schema: TObject<P>,
  body: Static<TObject<P>>,
): Names<Static<TObject<P>>> {
  const given = Object.keys(schema.properties).filter((name) => (body as object)[name as never] !== undefined)
  return fieldsOf(given, schema, body) as Names<Static<TObject<P>>>
}

function fieldsOf(names: readonly string[], { properties }: TObject, body: object): Readonly<Record<string, unknown>> {
  const values = body as Readonly<Record<string, unknown>>
  const fields: Record<string, unknown> = {}
  for (const name of names) fields[camel(name)] = domainValue(properties[name]!, values[name] ?? null)
  return fields
}

function domainValue(property: TSchema, value: unknown): unknown {
  const { format } = property as { readonly format?: string }
  if (value === null) return null
  if (format === 'int64') return parseAmount(value)
  return format === 'date-time' ? new Date(value as string) : value
}
