import { type Html, html } from '#html/html.ts'
import { renderInline } from '../../../docs/markdown.ts'
import type { OpenApiDocument, Parameter, Schema } from '../../../docs/reference/document.ts'
import { boundWords, resolved, typeWords, variantsOf } from '../../../docs/reference/schema-words.ts'

type Schemas = OpenApiDocument['components']['schemas']

/** The fields of an object, or of each of the objects that may stand here, with what is inside them folded away. */
export function drawFields(schema: Schema, schemas: Schemas, outer: readonly Schema[] = []): Html | null {
  const own = resolved(schema, schemas)
  if (outer.includes(own)) return null
  const inside = [...outer, own]
  const { properties, items, additionalProperties, required = [] } = own
  const variants = variantsOf(own).flatMap((variant) => drawVariant(variant, schemas, inside) ?? [])
  if (items) return drawFields(items, schemas, inside)
  if (typeof additionalProperties === 'object') return drawFields(additionalProperties, schemas, inside)
  if (variants.length > 0) return html`${variants}`
  if (properties === undefined) return null
  const rows = Object.entries(properties).map(([name, field]) =>
    drawField({ name, schema: field, isRequired: required.includes(name) }, schemas, inside),
  )
  return html`<ul class="docs-fields">
${rows}</ul>
`
}

export function drawParameters(parameters: readonly Parameter[], schemas: Schemas): Html {
  const rows = parameters.map(({ name, schema, description, required }) =>
    drawField({ name, schema, description, isRequired: required }, schemas, []),
  )
  return html`<ul class="docs-fields">
${rows}</ul>
`
}

interface Field {
  readonly name: string
  readonly schema: Schema
  readonly description?: string | undefined
  readonly isRequired: boolean
}

function drawField({ name, schema, description, isRequired }: Field, schemas: Schemas, outer: readonly Schema[]): Html {
  const words = description ?? schema.description ?? resolved(schema, schemas).description
  const bounds = boundWords(schema, schemas)
  const inside = drawFields(schema, schemas, outer)
  return html`<li><code>${name}</code> <span class="docs-type">${typeWords(schema, schemas)}</span>
${isRequired && html`<strong class="docs-required">required</strong>`}
${words && html`<div>${renderInline(words)}</div>`}${bounds && html`<div class="muted">${bounds}</div>`}
${inside && html`<details><summary>Fields of <code>${name}</code></summary>${inside}</details>`}</li>
`
}

function drawVariant(variant: Schema, schemas: Schemas, outer: readonly Schema[]): Html | null {
  const fields = drawFields(variant, schemas, outer)
  if (fields === null) return null
  const title = resolved(variant, schemas).title ?? variant.$ref?.slice(variant.$ref.lastIndexOf('/') + 1)
  return title === undefined ? fields : html`<p class="eyebrow">${title}</p>${fields}`
}
