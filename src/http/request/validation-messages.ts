import type { ErrorObject } from 'ajv'
import type { Problem } from '#domain/problem.ts'
import type { Format } from './formats.ts'

type Explain = (error: ErrorObject) => { readonly message: string; readonly params: readonly string[] }

/** `params` has the violated limit. */
const EXPLANATIONS: Readonly<Record<string, Explain>> = {
  required: () => ({ message: 'Add this field; it is required.', params: [] }),
  type: ({ params }) => {
    const types = [params.type].flat().map(String)
    return { message: `Send ${types.map((type) => ARTICLES[type] ?? type).join(' or ')}.`, params: types }
  },
  enum: ({ params }) => oneOf(params.allowedValues),
  const: ({ params }) => oneOf([params.allowedValue]),
  minLength: bound((limit) => (limit === '1' ? 'Do not leave this empty.' : `Use at least ${limit} characters.`)),
  maxLength: bound((limit) => `Use at most ${limit} characters.`),
  minimum: bound((limit) => `Use ${limit} or more.`),
  maximum: bound((limit) => `Use ${limit} or less.`),
  minItems: bound((limit) => `Send at least ${limit} items.`),
  maxItems: bound((limit) => `Send at most ${limit} items.`),
  maxProperties: bound((limit) => `Use at most ${limit} keys.`),
  additionalProperties: () => ({ message: 'Remove this field, which is unknown.', params: [] }),
  uniqueItems: () => ({ message: 'Remove duplicate items.', params: [] }),
  pattern: ({ params }) => ({
    message: `Match the pattern ${params.pattern}.`,
    params: [String(params.pattern)],
  }),
  check: ({ message = '', params }) => ({ message, params: params.bounds }),
  discriminator: ({ params, parentSchema }) =>
    params.error === 'mapping' || typeof params.tagValue === 'string'
      ? oneOf(tagsOf(parentSchema!.oneOf, params.tag))
      : { message: 'Send one of the supported types.', params: ['string'] },
}

/** Time whose plus sign became a blank in a query. */
const LOST_PLUS = /^\d{4}-\d\d-\d\dT[\d:.]+ \d\d:\d\d$/i

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

export function problemOf(error: ErrorObject, formats: Readonly<Record<string, Format>>): Problem {
  return { property: propertyOf(error), ...explanationOf(error, formats) }
}

function explanationOf(error: ErrorObject, formats: Readonly<Record<string, Format>>): ReturnType<Explain> {
  if (error.keyword === 'format') {
    const { message = 'Use the format named in the API reference.' } = formats[error.params.format] ?? {}
    return { message: LOST_PLUS.test(String(error.data)) ? 'Write the + of this time as %2B.' : message, params: [] }
  }
  return EXPLANATIONS[error.keyword]?.(error) ?? { message: 'Send what the API reference describes.', params: [] }
}

/** Path of the field: `/payment_method/data` and a missing `email` become `payment_method.data.email`. */
function propertyOf({ instancePath, keyword, params }: ErrorObject): string {
  const { missingProperty: required, additionalProperty: additionalProperties } = params
  const below = { required, additionalProperties, discriminator: params.tag, check: params.part }[keyword]
  const parts = instancePath.split('/').slice(1)
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return [...names, ...(below === undefined ? [] : [String(below)])].join('.')
}

function bound(message: (limit: string) => string): Explain {
  return ({ params }) => ({ message: message(String(params.limit)), params: [String(params.limit)] })
}

function oneOf(values: readonly unknown[]): ReturnType<Explain> {
  return { message: `Use ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}.`, params: values.map(String) }
}

function tagsOf(variants: readonly Tagged[], tag: string): unknown[] {
  return variants.flatMap(({ properties }) => properties[tag]?.enum ?? [properties[tag]?.const])
}

interface Tagged {
  readonly properties: Readonly<Record<string, { readonly const?: unknown; readonly enum?: unknown[] } | undefined>>
}
