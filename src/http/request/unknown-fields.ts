import type { TSchema } from 'typebox'
import { hasCardNumber } from '#domain/card-numbers-in-text.ts'

/** Pattern of a name that is allowed in a header, without a long number. */
const TELLABLE = /^(?!.*\d{8})[\w.-]{1,60}$/
const UNTELLABLE = '?'
const MOST = 20

interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly anyOf?: readonly Described[]
  readonly discriminator?: { readonly propertyName: string }
  readonly const?: unknown
  readonly enum?: readonly unknown[]
}

/**
 * Finds the fields of a body that its schema does not know, with dots between their names: they change nothing, and are
 * more often misspelt than meant (docs/reference/requests.md#unknown-fields). What takes any keys has no unknown ones.
 */
export function unknownFields(schema: TSchema): (value: unknown) => readonly string[] {
  return (value) => {
    const names = unknownIn([schema as Described], value, '')
    return [...new Set(names.map((name) => (isTellable(name) ? name : UNTELLABLE)))].slice(0, MOST)
  }
}

function isTellable(name: string): boolean {
  return TELLABLE.test(name) && !hasCardNumber(name)
}

/** @param schemas all that may describe this value; a field in any of them is known */
function unknownIn(schemas: readonly Described[], value: unknown, path: string): string[] {
  const variants = schemas.flatMap((schema) => variantsOf(schema, value))
  if (Array.isArray(value)) {
    const items = variants.flatMap(({ items }) => items ?? [])
    return items.length > 0 ? value.flatMap((item) => unknownIn(items, item, path)) : []
  }
  const known = variants.flatMap(({ properties }) => (properties ? [properties] : []))
  if (known.length === 0 || !isPlain(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const here = path === '' ? name : `${path}.${name}`
    const parts = known.flatMap((properties) => (Object.hasOwn(properties, name) ? properties[name]! : []))
    return parts.length > 0 ? unknownIn(parts, part, here) : here
  })
}

/** A schema with its variants; if a field selects the variant, only that one. */
function variantsOf(schema: Described, value: unknown): readonly Described[] {
  const { anyOf = [], discriminator } = schema
  const fitting = discriminator ? anyOf.filter((variant) => isTold(variant, discriminator.propertyName, value)) : anyOf
  return [schema, ...(fitting.length > 0 ? fitting : anyOf).flatMap((variant) => variantsOf(variant, value))]
}

function isTold({ properties = {} }: Described, name: string, value: unknown): boolean {
  const told = isPlain(value) ? (value as Readonly<Record<string, unknown>>)[name] : undefined
  const field = properties[name]
  return field !== undefined && (field.enum ?? [field.const]).includes(told)
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
}
