import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '#client/connection.ts'
import { type Access, findAccess, type Role } from './access.ts'
import { type Call, Failure, type Input, type WaitFor } from './command.ts'
import { parseObject } from './kinds.ts'
import { fieldsOf } from './op.ts'

const POLL_MILLISECONDS = 1000
/** Work without progress for this long needs an operator. */
const STALL_MILLISECONDS = 120_000

/**
 * @returns the gateway's answer, amounts as bigints
 * @throws TollgateError where the gateway refuses, Failure where it cannot even be asked
 */
export async function callGateway(call: Call, typed: Input): Promise<unknown> {
  const { waitFor, prepare = (input: Input) => input } = call
  const { [waitFor?.unlessOff ?? '']: wait, ...said } = prepare(typed)
  const access = findAccess()
  const { role, template, input } = route(call, { ...said, ...call.sends }, access)
  const connection = await access.connect(role)
  const content = withContent(call, input)
  const { path, rest } = fill(template, (await call.readFirst?.(connection, content)) ?? content)
  const answer = await connection.call<unknown>(call.method, path, contentOf(call, rest))
  if (waitFor && wait !== false) return waitUntilDone(connection, waitFor)
  return withMore(call, connection, input, call.pick ? call.pick(answer) : answer)
}

async function withMore({ andShow }: Call, connection: Connection, input: Input, answer: unknown): Promise<unknown> {
  if (!andShow) return answer
  const { items } = await connection.call<{ items: unknown }>('GET', fill(andShow.from, input).path, {})
  return { ...(answer as object), [andShow.field]: items }
}

/** Polls until nothing is left. @throws Failure where there is no progress */
async function waitUntilDone(connection: Connection, { show, remaining }: WaitFor): Promise<unknown> {
  let least = Number.POSITIVE_INFINITY
  for (let since = Date.now(); Date.now() - since < STALL_MILLISECONDS; await sleep(POLL_MILLISECONDS)) {
    const answer = await connection.call<unknown>('GET', show, {})
    const left = remaining(answer)
    if (left === 0) return answer
    if (left < least) [least, since] = [left, Date.now()]
  }
  throw new Failure(`No progress for 2 minutes with ${least} left. Check that the worker runs, and its log.`)
}

function withContent({ fromFile, fromJsonFile, asCsv }: Call, input: Input): Input {
  if (asCsv !== undefined) return { ...input, [asCsv]: contentOfFile(String(input[asCsv])) }
  if (fromFile !== undefined) return { ...input, [fromFile]: contentOfFile(String(input[fromFile])) }
  if (fromJsonFile === undefined || input[fromJsonFile] === undefined) return input
  const path = String(input[fromJsonFile])
  const value = parseObject(contentOfFile(path === '-' ? process.stdin.fd : path))
  // What the file holds is secret, so it is not quoted.
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

/** Whatever changes something has a body, if only an empty one. */
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
