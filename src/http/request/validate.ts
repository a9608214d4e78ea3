import type { AnySchemaObject, ErrorObject, SchemaValidateFunction, ValidateFunction } from 'ajv'
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import type { Problem } from '#domain/problem.ts'
import { CHECKS } from './checks.ts'
import { type Format, formatsFor } from './formats.ts'
import { maskKept } from './kept-values.ts'
import { unstorableText } from './unstorable-text.ts'
import { problemOf } from './validation-messages.ts'

/** Lists all problems of a value, and removes the parts that have one. */
export type Validator = (value: unknown) => readonly Problem[]

/** Schemas are compiled at their first value: all of them would be a fifth of the work to start. */
export interface Validators {
  /** For parsed bodies: nothing is converted. */
  readonly body: (schema: TSchema) => Validator
  /** For paths and queries, which are all strings: numbers and booleans are read from their spelling. */
  readonly text: (schema: TSchema) => Validator
}

const byRealm = new Map<string, Validators>()

/** @param realm decides which URLs of merchants are valid (docs/reference/requests.md#addresses) */
export function validatorsFor(realm: string): Validators {
  const validators = byRealm.get(realm) ?? createValidators(formatsFor(realm))
  byRealm.set(realm, validators)
  return validators
}

function createValidators(formats: Readonly<Record<string, Format>>): Validators {
  const compilerOf = (ajv: Ajv) => {
    const validators = new WeakMap<TSchema, Validator>()
    return (schema: TSchema) => {
      const validator = validators.get(schema) ?? compile(ajv, schema, formats)
      validators.set(schema, validator)
      return validator
    }
  }
  return { body: compilerOf(createAjv(formats, false)), text: compilerOf(createAjv(formats, true)) }
}

function createAjv(formats: Readonly<Record<string, Format>>, coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    verbose: true,
    strict: false,
    logger: false,
    // The compiler has checked our schemas; compiling the schema of schemas would double the time to start.
    meta: false,
    validateSchema: false,
    coerceTypes,
    // V8 runs the code as fast, and optimizing it takes as long as compiling it.
    code: { optimize: false },
  })
  for (const [name, { holds }] of Object.entries(formats)) ajv.addFormat(name, holds)
  ajv.addKeyword({ keyword: 'check', validate: runCheck })
  ajv.addKeyword({ keyword: 'kept', validate: maskKept, modifying: true })
  return ajv
}

function compile(ajv: Ajv, schema: TSchema, formats: Readonly<Record<string, Format>>): Validator {
  let compiled: ValidateFunction | undefined
  return (value) => {
    compiled ??= ajv.compile(forValidation(schema) as AnySchemaObject)
    const unstorable = unstorableText(value)
    if (compiled(value)) return unstorable
    const errors = compiled.errors ?? []
    for (const { keyword, instancePath } of errors) if (keyword !== 'required') removePart(value, instancePath)
    return firstOfEach([...unstorable, ...typesFirst(errors).map((error) => problemOf(error, formats))])
  }
}

const runCheck: SchemaValidateFunction = (name: string, value: unknown) => {
  const faults = CHECKS[name]!(value)
  runCheck.errors = faults.map(({ part, message, bounds }) => ({ keyword: 'check', message, params: { part, bounds } }))
  return faults.length === 0
}

/** Adapts a schema for ajv: amounts need `check` alone, `JSON.rawJSON` is no object, tags select variants. */
function forValidation(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forValidation)
  if (typeof schema !== 'object' || schema === null) return schema
  const { check, anyOf, ...rest } = schema as AnySchemaObject
  if (check === 'amount' || check === 'nullable-amount') return { check }
  if (check === 'flow') return {}
  const parts = Object.entries(rest).map(([key, part]) => [key, forValidation(part)])
  const variants = anyOf && { [rest.discriminator ? 'oneOf' : 'anyOf']: forValidation(anyOf) }
  const type = rest.discriminator && 'object'
  return { ...Object.fromEntries(parts), ...variants, ...(type && { type }), ...checked(check, type ?? rest.type) }
}

function checked(check: unknown, type: unknown): object {
  const checks = [check, type === 'object' ? 'object' : undefined].filter((name) => name !== undefined)
  return checks.length > 0 ? { allOf: checks.map((name) => ({ check: name })) } : {}
}

/** Ignores other problems of a field with a wrong type. */
function typesFirst(errors: readonly ErrorObject[]): ErrorObject[] {
  return [...errors].sort((a, b) => Number(b.keyword === 'type') - Number(a.keyword === 'type'))
}

function firstOfEach(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.toReversed().map((problem) => [problem.property, problem])).values()].toReversed()
}

/** Removes an invalid part, so that rules see valid parts only. The value is rejected anyway. */
function removePart(value: unknown, instancePath: string): void {
  const keys = instancePath.split('/').slice(1)
  const last = keys.pop()
  const parent = keys.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
  if (last !== undefined && isContainer(parent)) Reflect.deleteProperty(parent, last)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
