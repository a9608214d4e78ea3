import type { OpenApiDocument, Schema } from './document.ts'

type Schemas = OpenApiDocument['components']['schemas']

/** The schema itself where this only refers to it. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]!
}

/** The kinds of values that may stand here, but null. */
export function variantsOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return (oneOf ?? anyOf ?? []).filter(({ type }) => type !== 'null')
}

/** Describes the type of a value: `string or null`, `list of objects`, `"Y" or "N"`. */
export function typeWords(schema: Schema, schemas: Schemas): string {
  const { const: constant, enum: values, type, items, anyOf, oneOf, additionalProperties } = resolved(schema, schemas)
  const alternatives = oneOf ?? anyOf
  if (alternatives) return either(alternatives.map((each) => typeWords(each, schemas)))
  if (constant !== undefined) return JSON.stringify(constant)
  if (values) return either(values.map((value) => JSON.stringify(value)))
  const words = [type ?? 'any value'].flat().map((name) => {
    if (name === 'array') return `list of ${items === undefined ? 'values' : typeWords(items, schemas)}`
    if (name === 'object' && typeof additionalProperties === 'object')
      return `object of ${typeWords(additionalProperties, schemas)} by name`
    return name
  })
  return either(words)
}

function either(words: readonly string[]): string {
  const distinct = [...new Set(words)]
  return distinct.length < 3 ? distinct.join(' or ') : `${distinct.slice(0, -1).join(', ')} or ${distinct.at(-1)}`
}

/** Values to choose from; none where other values may stand. */
export function choicesOf(schema: Schema, schemas: Schemas): readonly string[] {
  const own = resolved(schema, schemas)
  if (own.type === 'boolean') return ['true', 'false']
  if (own.const !== undefined) return [String(own.const)]
  if (own.enum) return own.enum.map(String)
  const variants = variantsOf(own).map((variant) => choicesOf(variant, schemas))
  return variants.some(({ length }) => length === 0) ? [] : variants.flat()
}

/** How long, how much and of what form a value may be. */
export function boundWords(schema: Schema, schemas: Schemas): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format, pattern } = resolved(schema, schemas)
  return [
    between(minLength, maxLength, 'characters'),
    between(textOf(minimum), textOf(maximum), ''),
    between(minItems, maxItems, 'items'),
    format,
    pattern && `matches ${pattern}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

type Bound = string | number | undefined

/** Bounds of an int64 are kept as the text they have in JSON. */
function textOf(bound: unknown): string | undefined {
  return bound === undefined ? undefined : JSON.stringify(bound)
}

function between(least: Bound, most: Bound, unit: string): string {
  const words = (text: string) => `${text} ${unit}`.trim()
  if (least !== undefined && least === most) return words(`${most}`)
  if (least !== undefined && most !== undefined) return words(`${least} to ${most}`)
  if (most !== undefined) return words(`at most ${most}`)
  return least === undefined ? '' : words(`at least ${least}`)
}
