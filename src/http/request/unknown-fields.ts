import type { TSchema } from 'typebox'
import { hasCardNumber } from '#domain/card-numbers-in-text.ts'

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

interface Known {
  readonly fields: ReadonlyMap<string, Known> | undefined
  readonly items: Known | undefined
  /** Discriminator with the fields of each variant. */
  readonly tag: { readonly name: string; readonly variants: ReadonlyMap<unknown, Known> } | undefined
}

/** Dotted names of fields without effect, usually misspelled (docs/reference/requests.md#unknown-fields). */
export function unknownFields(schema: TSchema): (value: unknown) => readonly string[] {
  let known: Known | undefined
  return (value) => {
    known ??= knownBy([schema as Described])
    const names = new Set<string>()
    collectUnknown(known, value, '', names)
    return [...names]
  }
}

function isTellable(name: string): boolean {
  return TELLABLE.test(name) && !hasCardNumber(name)
}

/** @param schemas all that may describe a value; a field in any of them is known */
function knownBy(schemas: readonly Described[]): Known {
  const all = schemas.flatMap(withVariants)
  const items = all.flatMap((schema) => schema.items ?? [])
  const fields = all.flatMap(({ properties = {} }) => Object.entries(properties))
  const parts = [...Map.groupBy(fields, ([name]) => name)]
  return {
    fields: all.some(({ properties }) => properties)
      ? new Map(parts.map(([name, described]) => [name, knownBy(described.map(([, part]) => part))]))
      : undefined,
    items: items.length > 0 ? knownBy(items) : undefined,
    tag: tagOf(schemas),
  }
}

function withVariants(schema: Described): readonly Described[] {
  return [schema, ...(schema.anyOf ?? []).flatMap(withVariants)]
}

function tagOf(schemas: readonly Described[]): Known['tag'] {
  const union = schemas.find(({ discriminator }) => discriminator)
  if (!union) return undefined
  const { anyOf = [], discriminator, ...common } = union
  const name = discriminator!.propertyName
  const others = [common, ...schemas.filter((schema) => schema !== union)]
  const values = anyOf.flatMap((variant) => valuesOf(variant, name).map((value) => [value, variant] as const))
  const variants = [...Map.groupBy(values, ([value]) => value)].map(
    ([value, fitting]) => [value, knownBy([...others, ...fitting.map(([, variant]) => variant)])] as const,
  )
  return { name, variants: new Map(variants) }
}

function valuesOf({ properties = {} }: Described, name: string): readonly unknown[] {
  const field = properties[name]
  return field ? (field.enum ?? [field.const]) : []
}

function collectUnknown(known: Known, value: unknown, path: string, names: Set<string>): void {
  const { items } = known
  if (Array.isArray(value)) {
    if (items) for (const item of value) collectUnknown(items, item, path, names)
  } else if (isPlain(value)) {
    const { fields } = selected(known, value)
    for (const name of fields ? Object.keys(value) : []) {
      if (names.size === MOST) return
      const field = fields!.get(name)
      const here = path + name
      if (field) collectUnknown(field, value[name], `${here}.`, names)
      else names.add(isTellable(here) ? here : UNTELLABLE)
    }
  }
}

/** Fields of the selected variant, or of all variants if none is selected. */
function selected(known: Known, value: Readonly<Record<string, unknown>>): Known {
  const variant = known.tag?.variants.get(value[known.tag.name])
  return variant ? selected(variant, value) : known
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
}
