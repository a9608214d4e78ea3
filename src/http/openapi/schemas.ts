import type { TSchema } from 'typebox'

type Schema = Readonly<Record<string, unknown>>

/** Schemas of an OpenAPI document: named ones are listed once under `components` and referred to. */
export interface SchemaRegistry {
  readonly schemas: Record<string, unknown>
  /** @param name for an object schema without a title */
  readonly show: (schema: TSchema, name?: string) => unknown
}

export function createSchemaRegistry(): SchemaRegistry {
  const schemas: Record<string, unknown> = {}
  const show = (schema: unknown, otherwise?: string): unknown => {
    if (Array.isArray(schema)) return schema.map((part) => show(part))
    if (typeof schema !== 'object' || schema === null || JSON.isRawJSON(schema)) return schema
    const { title, type } = schema as Schema
    const name = typeof title === 'string' ? nameOf(title) : type === 'object' ? otherwise : undefined
    if (name === undefined) return described(schema as Schema)
    schemas[name] ??= described(schema as Schema)
    return { $ref: `#/components/schemas/${name}` }
  }
  /**
   * Omits `check`, `kept`, `empty`, which are not JSON Schema. Of a union with a discriminator, one variant matches.
   */
  const described = ({ anyOf, discriminator, ...rest }: Schema): Schema => ({
    ...Object.fromEntries(
      Object.entries(rest)
        .filter(([key, part]) => !['check', 'kept', 'empty'].includes(key) || typeof part !== 'string')
        .map(([key, part]) => [key, show(part)]),
    ),
    ...(anyOf !== undefined && { [discriminator ? 'oneOf' : 'anyOf']: show(anyOf) }),
    ...(discriminator !== undefined && { discriminator: mapped(discriminator as Discriminator, anyOf as Variant[]) }),
  })
  return { schemas, show }
}

function nameOf(title: string): string {
  return title.replaceAll(/\W+(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

interface Discriminator {
  readonly propertyName: string
}

interface Variant {
  readonly title?: string
  readonly properties: Readonly<Record<string, { readonly const?: string; readonly enum?: readonly string[] }>>
}

function mapped({ propertyName }: Discriminator, variants: readonly Variant[]): object {
  const mapping = variants.flatMap(({ title, properties }) => {
    const { const: value, enum: values = [value] } = properties[propertyName]!
    if (title === undefined) return []
    return values.map((each) => [each, `#/components/schemas/${nameOf(title)}`])
  })
  return { propertyName, mapping: Object.fromEntries(mapping) }
}
