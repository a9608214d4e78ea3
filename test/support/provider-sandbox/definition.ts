import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** A provider's own definition of its interface (OpenAPI), as a judge. Both return what is wrong, nothing if nothing. */
export interface Definition {
  /** Compiles what judges an operation, which may take seconds: no request should have to wait for it. */
  compile(method: string, path: string): void
  /** @param path with the names of its parameters: `/payments/{paymentPspReference}/captures` */
  request(method: string, path: string, body: unknown): readonly string[]
  response(method: string, path: string, status: number, body: unknown): readonly string[]
  /** Of a notice, by the name of its webhook: `/CAPTURE`. */
  notice(webhook: string, body: unknown): readonly string[]
}

type Json = Readonly<Record<string, unknown>>

/** Formats that say something about numbers, which the type has said already. */
const NUMBER_FORMATS = ['int32', 'int64', 'float', 'double', 'unix-time']

/**
 * Reads a definition of `test/provider-definitions`.
 * @param form whether requests are forms, all of whose values are text
 */
export function readDefinition(file: string, { form = false } = {}): Definition {
  const document = JSON.parse(readFileSync(new URL(`../../provider-definitions/${file}`, import.meta.url), 'utf8'))
  // Validators that run a few times are not worth optimizing: that would take longer than everything they do.
  const code = { optimize: false } as const
  const options = {
    strict: false,
    allErrors: true,
    logger: false,
    coerceTypes: form,
    validateSchema: false,
    code,
  } as const
  const ajv = document.openapi.startsWith('3.1') ? new Ajv2020(options) : new Ajv(options)
  addFormats.default(ajv as never)
  for (const name of NUMBER_FORMATS) ajv.addFormat(name, true)
  ajv.addSchema({ $id: 'definition', ...document })

  const compiled = new Map<string, ValidateFunction>()
  const validatorAt = ($ref: string) => {
    const validate = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, validate)
    return validate
  }
  const validatorOf = (keys: readonly string[]): ValidateFunction | undefined => {
    const path = resolved(document, keys)
    const { content } = at(document, path) as { content?: Json }
    const [type] = Object.keys(content ?? {})
    if (!type) return undefined
    return validatorAt(`definition#/${[...path, 'content', type, 'schema'].map(escaped).join('/')}`)
  }
  const check = (keys: readonly string[], body: unknown): readonly string[] => {
    const validate = validatorOf(keys)
    if (!validate) return [`The definition has no schema at ${keys.join(' ')}.`]
    if (validate(structuredClone(body))) return []
    return validate.errors!.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  }
  return {
    compile(method, path) {
      const keys = ['paths', path, method.toLowerCase()]
      const { requestBody, responses } = at(document, keys) as { requestBody?: Json; responses: Json }
      if (requestBody) validatorOf([...keys, 'requestBody'])
      for (const status of Object.keys(responses)) validatorOf([...keys, 'responses', status])
    },
    request: (method, path, body) => check(['paths', path, method.toLowerCase(), 'requestBody'], body),
    response: (method, path, status, body) => {
      const { responses } = at(document, ['paths', path, method.toLowerCase()]) as { responses: Json }
      const named = Object.hasOwn(responses, status) ? String(status) : 'default'
      return check(['paths', path, method.toLowerCase(), 'responses', named], body)
    },
    notice: (webhook, body) => check(['webhooks', webhook, 'post', 'requestBody'], body),
  }
}

function at(document: unknown, keys: readonly string[]): unknown {
  return keys.reduce((part, key) => {
    const next = (part as Json)[key]
    if (next === undefined) throw new Error(`The definition has nothing at ${keys.join(' ')}.`)
    return next
  }, document)
}

/** Resolves a reference; returns other keys unchanged. */
function resolved(document: unknown, keys: readonly string[]): readonly string[] {
  const { $ref } = at(document, keys) as { $ref?: string }
  if ($ref === undefined) return keys
  const path = $ref.slice('#/'.length).split('/')
  return path.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** As a part of a JSON pointer in a URL fragment (RFC 6901). */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
