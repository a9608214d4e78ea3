/** JSON Schema of an argument. */
export interface Property {
  readonly type?: 'string' | 'integer' | 'boolean'
  readonly format?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: unknown
  readonly description?: string
  readonly examples?: readonly unknown[]
}

export type Properties = Readonly<Record<string, Property>>

/** Problems of arguments, by name. The gateway checks formats. */
export function problemsOf(
  properties: Properties,
  required: readonly string[],
  input: Readonly<Record<string, unknown>>,
): string[] {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(properties, name))
  const missing = required.filter((name) => !Object.hasOwn(input, name))
  const wrong = Object.entries(properties).flatMap(([name, property]) => {
    const problem = Object.hasOwn(input, name) ? problemOf(property, input[name]) : undefined
    return problem === undefined ? [] : [`${name}: ${problem}`]
  })
  return [
    ...unknown.map((name) => `${name}: is unknown; remove it`),
    ...missing.map((name) => `${name}: is required`),
    ...wrong,
  ]
}

function problemOf(property: Property, value: unknown): string | undefined {
  const { type, enum: values, minimum = -Infinity, maximum = Infinity, maxLength = Infinity } = property
  if (values) return values.includes(value as string) ? undefined : `must be one of ${values.join(', ')}`
  const isOfType = type === 'integer' ? Number.isSafeInteger(value) : typeof value === type
  if (!isOfType) return `must be of the type ${type}`
  if (Number(value) < minimum || Number(value) > maximum) return `must be between ${minimum} and ${maximum}`
  return String(value).length > maxLength ? `must have at most ${maxLength} characters` : undefined
}
