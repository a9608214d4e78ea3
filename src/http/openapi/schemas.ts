import type { TSchema } from 'typebox'

type Schema = Readonly<Record<string, unknown>>

/** The schemas of an OpenAPI document: those with a title stand once under `components` and are referred to. */
export interface SchemaRegistry {
  readonly schemas: Record<string, unknown>
  /** The schema as the document shows it. */
  readonly show: (schema: TSchema) => unknown
}

export function createSchemaRegistry(): SchemaRegistry {
  const schemas: Record<string, unknown> = {}
  const show = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(show)
    if (typeof schema !== 'object' || schema === null || JSON.isRawJSON(schema)) return schema
    const { title } = schema as Schema
    if (typeof title !== 'string') return described(schema as Schema)
    const name = title.replaceAll(/\W+(\w)/g, (_match, letter: string) => letter.toUpperCase())
    schemas[name] ??= described(schema as Schema)
    return { $ref: `#/components/schemas/${name}` }
  }
  /** `check` is no keyword of JSON Schema; a union with a discriminator has exactly one matching variant. */
  const described = ({ check, anyOf, ...rest }: Schema): Schema => ({
    ...Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, show(part)])),
    ...(anyOf !== undefined && { [rest.discriminator ? 'oneOf' : 'anyOf']: show(anyOf) }),
  })
  return { schemas, show }
}
