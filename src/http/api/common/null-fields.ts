import type { TSchema } from 'typebox'

type Schema = Readonly<Record<string, unknown>>

export function admitsNull(schema: TSchema): boolean {
  const { type, enum: values, anyOf } = schema as Schema
  if (Array.isArray(anyOf)) return anyOf.some(admitsNull)
  if (Array.isArray(values)) return values.includes(null)
  return type === undefined || [type].flat().includes('null')
}

/** Schema of additional entries; undefined if the object accepts no other names, or every value. */
export function entryOf(schema: TSchema): TSchema | undefined {
  const { additionalProperties, patternProperties } = schema as Schema
  const [entry = additionalProperties] = Object.values((patternProperties ?? {}) as Schema)
  return typeof entry === 'object' && entry !== null ? (entry as TSchema) : undefined
}

/** Allows null for optional fields, as if omitted (docs/reference/requests.md#empty-and-null). */
export function withNulls(schema: TSchema): TSchema {
  const { properties, items, anyOf, required = [], ...rest } = schema as Schema & { readonly required?: string[] }
  return {
    ...rest,
    ...(required.length > 0 && { required }),
    ...(items !== undefined && { items: withNulls(items as TSchema) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(withNulls) }),
    ...(properties !== undefined && { properties: fieldsWithNulls(properties as Schema, required) }),
    ...entriesWithNulls(schema),
  } as TSchema
}

function entriesWithNulls(schema: TSchema): Schema {
  const entry = entryOf(schema)
  if (entry === undefined) return {}
  const { patternProperties = {} } = schema as Schema
  const [pattern] = Object.keys(patternProperties as Schema)
  const field = fieldsWithNulls({ entry }, []).entry
  return pattern === undefined ? { additionalProperties: field } : { patternProperties: { [pattern]: field } }
}

function fieldsWithNulls(properties: Schema, required: readonly string[]): Schema {
  const fields = Object.entries(properties).map(([name, part]) => {
    const field = withNulls(part as TSchema)
    return [name, required.includes(name) || admitsNull(field) ? field : orNull(field)]
  })
  return Object.fromEntries(fields)
}

function orNull(schema: TSchema): TSchema {
  const { type, enum: values, title, const: only } = schema as Schema
  const isPlain = typeof type === 'string' && title === undefined && only === undefined
  if (isPlain && !values) return { ...schema, type: [type, 'null'] } as TSchema
  if (isPlain || (Array.isArray(values) && title === undefined)) {
    return {
      ...defaultInWords(schema as Schema),
      ...(type !== undefined && { type: [type, 'null'] }),
      enum: [...(values as unknown[]), null],
    } as TSchema
  }
  return { anyOf: [schema, { type: 'null' }] } as unknown as TSchema
}

/** Moves the default of an enumeration into its description, because generated clients would get it wrong. */
function defaultInWords(schema: Schema): Schema {
  const { default: fallback, description, ...rest } = schema
  if (fallback === undefined) return schema
  return { ...rest, description: [description, `\`${fallback}\` by default.`].filter(Boolean).join(' ') }
}
