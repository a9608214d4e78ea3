import type { SchemaValidateFunction } from 'ajv'
import { cardNumberProblems, keptJson, keptPhone, keptText } from '#domain/kept-text.ts'

/** Converts a value to its storable form by its schema's `kept`; values of another type were rejected before. */
const MAKERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  text: (value) => (typeof value === 'string' ? keptText(value) : value),
  email: (value) => (typeof value === 'string' ? keptText(value.trim()) : value),
  capitals: (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  phone: (value) => (typeof value === 'string' ? keptPhone(value) : value),
  json: (value) => (isPlainObject(value) ? keptJson(value) : value),
}

/** Metadata that a simulator returns unchanged (docs/reference/simulators.md#metadata). */
const STEPS = ['simulate_redirect', 'simulate_form_submit', 'simulate_authentication_required']

/** Masks card numbers in place (docs/reference/card-data.md#card-numbers-in-text). */
export const maskKept: SchemaValidateFunction = (kind: string, value: unknown, schema, place) => {
  // Rejected for its length, which counts characters of one or two units.
  if (typeof value === 'string' && value.length > 2 * schema?.maxLength) return true
  const faults = kind === 'json' && isPlainObject(value) ? directiveFaults(value) : []
  maskKept.errors = faults
  if (faults.length > 0) return false
  const kept = MAKERS[kind]!(value)
  if (kept !== value && place) place.parentData[place.parentDataProperty] = kept
  return true
}

function directiveFaults(metadata: Record<string, unknown>) {
  return STEPS.flatMap((part) => cardNumberProblems(part, String(metadata[part] ?? ''))).map(
    ({ property: part, message }) => ({ keyword: 'check', message, params: { part, bounds: [] } }),
  )
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}
