import { readFileSync } from 'node:fs'
import { type Access, findAccess, type Role } from './access.ts'
import { type Call, Failure, type Input } from './command.ts'
import { parseObject } from './kinds.ts'
import { fieldsOf } from './op.ts'

/** @returns the response, amounts as bigints @throws TollgateError if rejected, Failure if unreachable */
export async function callGateway(call: Call, typed: Input): Promise<unknown> {
  const { prepare = (input: Input) => input, finish = (answer: unknown) => answer } = call
  const { [call.unsent ?? '']: _, ...said } = prepare(typed)
  const access = findAccess()
  const { role, template, input } = route(call, { ...said, ...call.sends }, access)
  const connection = await access.connect(role)
  const content = withContent(call, input)
  const { path, rest } = fill(template, (await call.readFirst?.(connection, content)) ?? content)
  return finish(await connection.call<unknown>(call.method, path, contentOf(call, rest)), connection, typed)
}

/** Downloads a file, part by part. @throws as `callGateway` does */
export async function* downloadFile(call: Call, typed: Input): AsyncGenerator<string> {
  const access = findAccess()
  const { role, template, input } = route(call, typed, access)
  const { path, rest } = fill(template, input)
  yield* (await access.connect(role)).parts(path, rest)
}

function withContent({ fromFile, fromJsonFile, asCsv }: Call, input: Input): Input {
  if (asCsv !== undefined) return { ...input, [asCsv]: contentOfFile(String(input[asCsv])) }
  if (fromFile !== undefined) return { ...input, [fromFile]: contentOfFile(String(input[fromFile])) }
  if (fromJsonFile === undefined || input[fromJsonFile] === undefined) return input
  const path = String(input[fromJsonFile])
  const value = parseObject(contentOfFile(path === '-' ? process.stdin.fd : path))
  // The file is secret, so it is not quoted.
  if (!value) throw new Failure(`${path} must contain a JSON object, for example {"secret_key":"…"}.`)
  return { ...input, [fromJsonFile]: value }
}

function contentOfFile(path: string | number): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Failure(`Cannot read the file ${path}.`)
  }
}

/** Gives every change a body, if only an empty one. */
function contentOf({ method, asCsv }: Call, rest: Input) {
  if (asCsv !== undefined) return { csv: String(rest[asCsv]) }
  if (method === 'GET') return { query: rest }
  return method === 'DELETE' ? {} : { body: rest }
}

function route({ asOperator, asMerchant }: Call, typed: Input, { demoMerchantId }: Access) {
  if (asOperator === undefined || (asMerchant !== undefined && !knowsAll(asOperator, typed))) {
    return { role: 'merchant' as Role, template: asMerchant!, input: typed }
  }
  const input = asOperator.includes('{merchant_id}') ? { merchant_id: demoMerchantId, ...typed } : typed
  return { role: 'operator' as Role, template: asOperator, input }
}

function knowsAll(template: string, input: Input): boolean {
  return fieldsOf(template).every((field) => input[field] !== undefined)
}

/** Puts fields into the path; the others are returned as the rest. */
function fill(template: string, input: Input): { path: string; rest: Input } {
  const fields = fieldsOf(template)
  if (!knowsAll(template, input)) throw new Failure('Add --merchant <merchant_id>.')
  const path = template.replace(/\{(\w+)\}/g, (_, field) => encodeURIComponent(String(input[field])))
  return { path, rest: Object.fromEntries(Object.entries(input).filter(([field]) => !fields.includes(field))) }
}
