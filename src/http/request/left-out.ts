import type { TSchema } from 'typebox'
import { admitsNull, entryOf } from '../api/common/null-fields.ts'
import type { Route } from '../route.ts'

interface Described {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: Described
  readonly anyOf?: readonly Described[]
  readonly discriminator?: { readonly propertyName: string }
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  /** `none` if an empty text is no value. */
  readonly empty?: 'none'
}

/** Removes null and empty optional fields of a new object; a change clears them (docs/reference/requests.md#empty-and-null). */
export function leftOutBy({ method, body }: Route): (value: unknown) => void {
  const creates = method === 'POST' || method === 'PUT'
  return (value) => {
    if (body) takeAway(body as Described, value, creates)
  }
}

function takeAway(schema: Described, value: unknown, creates: boolean): void {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) takeAway(schema.items, item, creates)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const variant = variantOf(schema, value as Fields)
  const { properties = {}, required } = variant
  for (const [name, field] of Object.entries(value)) {
    const part = Object.hasOwn(properties, name) ? properties[name] : entryOf(variant as TSchema)
    if (!part) continue
    const isEmpty = field === '' && (part as Described).empty === 'none'
    const saysNothing = isEmpty || (field === null && !admitsNull(part))
    if (creates && saysNothing && !required?.includes(name)) Reflect.deleteProperty(value, name)
    else if (isEmpty) Object.assign(value, { [name]: null })
    else takeAway(part as Described, field, creates)
  }
}

type Fields = Readonly<Record<string, unknown>>

function variantOf(schema: Described, value: Fields): Described {
  const { anyOf = [], discriminator } = schema
  if (!discriminator) return schema
  const { propertyName: tag } = discriminator
  const isMeant = ({ properties }: Described) => {
    const { const: only, enum: names = [only] } = (properties?.[tag] ?? {}) as Described
    return names.includes(value[tag])
  }
  return anyOf.find(isMeant) ?? schema
}
