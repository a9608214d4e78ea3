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

/** What all that may describe a part of a body know of it: its fields and its items, undefined where nothing is said of them. */
interface Known {
  readonly fields: ReadonlyMap<string, Known> | undefined
  readonly items: Known | undefined
}

/**
 * Finds the fields of a body that its schema does not know, with dots between their names: they change nothing, and are
 * more often misspelt than meant (docs/reference/requests.md#unknown-fields). What takes any keys has no unknown ones.
 */
export function unknownFields(schema: TSchema): (value: unknown) => readonly string[] {
  const known = knownBy([schema as Described])
  return (value) => {
    const names = unknownIn(known, value, '')
    return [...new Set(names.map((name) => (TELLABLE.test(name) ? name : UNTELLABLE)))].slice(0, MOST)
  }
}

/** @param schemas all that may describe this part: what one of them knows is known */
function knownBy(schemas: readonly Described[]): Known {
  const variants = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? [])])
  const items = variants.flatMap(({ items }) => (items ? [items] : []))
  const known = variants.flatMap(({ properties }) => (properties ? [properties] : []))
  const described = Map.groupBy(known.flatMap(Object.entries<Described>), ([name]) => name)
  const fields = [...described].map(([name, parts]) => [name, knownBy(parts.map(([, part]) => part))] as const)
  return {
    fields: known.length > 0 ? new Map(fields) : undefined,
    items: items.length > 0 ? knownBy(items) : undefined,
  }
}

function unknownIn({ fields, items }: Known, value: unknown, path: string): string[] {
  if (Array.isArray(value)) return items ? value.flatMap((item) => unknownIn(items, item, path)) : []
  if (!fields || !isPlain(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const field = fields.get(name)
    const here = path === '' ? name : `${path}.${name}`
    return field ? unknownIn(field, part, here) : here
  })
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
}
