import type { TSchema } from 'typebox'

/** A name that a header may carry, and that is no card number. */
const TELLABLE = /^(?!.*\d{8})[\w.-]{1,60}$/
const UNTELLABLE = '?'
const MOST = 20

interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly anyOf?: readonly Described[]
}

/**
 * The fields of a body that its schema does not know, with dots between their names: they change nothing, and are more
 * often misspelt than meant (docs/reference/requests.md#unknown-fields). What takes any keys has no unknown ones.
 */
export function unknownFields(schema: TSchema, value: unknown): readonly string[] {
  const names = unknownIn([schema as Described], value, '')
  return [...new Set(names.map((name) => (TELLABLE.test(name) ? name : UNTELLABLE)))].slice(0, MOST)
}

/** @param schemas all that may describe this part: what one of them knows is known */
function unknownIn(schemas: readonly Described[], value: unknown, path: string): string[] {
  const variants = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? [])])
  if (Array.isArray(value)) {
    const items = variants.flatMap(({ items }) => (items ? [items] : []))
    return value.flatMap((item) => unknownIn(items, item, path))
  }
  const known = variants.flatMap(({ properties }) => (properties ? [properties] : []))
  if (!isPlain(value) || known.length === 0) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const described = known.flatMap((properties) => (Object.hasOwn(properties, name) ? [properties[name]!] : []))
    const here = path === '' ? name : `${path}.${name}`
    return described.length === 0 ? [here] : unknownIn(described, part, here)
  })
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
}
