import { createRequire } from 'node:module'
import { writeJson } from '../../exact-json.ts'
import { boundedLines, TOO_LONG } from './lines.ts'

/** Model Context Protocol over standard input and output, for tools alone: JSON-RPC 2.0, one message a line. */

/** Newest first. 2025-03-26 also has batches of messages, which later versions do not. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2024-11-05']
const { version: VERSION } = createRequire(import.meta.url)('@tollgate/client/package.json')
const MOST_CHARACTERS = 1024 * 1024
/** Calls in progress. */
const MOST_CALLS = 8

const CODES = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602, busy: -32_000 } as const

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly annotations: { readonly readOnlyHint: true; readonly openWorldHint: false }
}

export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: object
  readonly isError?: true
}

export interface Tools {
  readonly instructions: string
  readonly list: readonly Tool[]
  /** Never throws. @returns undefined for an unknown name */
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult> | undefined
}

type Id = string | number
type Fields = Readonly<Record<string, unknown>>

class RpcError extends Error {
  readonly code: number

  constructor(kind: keyof typeof CODES, message: string) {
    super(message)
    this.code = CODES[kind]
  }
}

/** Serves until the input ends and all calls are answered. @param write takes a line */
export async function serve(input: AsyncIterable<string>, write: (line: string) => void, tools: Tools): Promise<void> {
  const calls = new Map<Id, Promise<void>>()
  const send = (message: object) => write(`${writeJson({ jsonrpc: '2.0', ...message })}\n`)
  const fail = (id: Id | null, error: RpcError) => send({ id, error: { code: error.code, message: error.message } })
  for await (const line of boundedLines(input, MOST_CHARACTERS)) {
    try {
      take(parse(line))
    } catch (error) {
      fail(null, error as RpcError)
    }
  }
  await Promise.all(calls.values())

  function take({ id, method, params }: Fields): void {
    // Answers are ignored: this server requests nothing.
    if (method === undefined) return
    const values = isFields(params) ? params : {}
    if (id === undefined) {
      // A canceled call is not answered.
      if (method === 'notifications/cancelled') calls.delete(values.requestId as Id)
      return
    }
    if (typeof method !== 'string' || !isId(id)) throw new RpcError('request', 'This is no request of JSON-RPC 2.0.')
    try {
      if (method === 'tools/call') begin(id, values)
      else send({ id, result: answer(method, values) })
    } catch (error) {
      fail(id, error as RpcError)
    }
  }

  function begin(id: Id, { name, arguments: input = {} }: Fields): void {
    if (calls.size >= MOST_CALLS) throw new RpcError('busy', `At most ${MOST_CALLS} calls run at a time; try again.`)
    if (calls.has(id)) throw new RpcError('request', 'This ID is in use.')
    const result = isFields(input) ? tools.call(String(name), input) : undefined
    if (!result) throw new RpcError('params', 'No such tool, or its arguments are no object.')
    const answering = result.then((answered) => {
      if (calls.get(id) !== answering) return
      calls.delete(id)
      send({ id, result: answered })
    })
    calls.set(id, answering)
  }

  function answer(method: string, { protocolVersion: version, cursor }: Fields): object {
    if (method === 'ping') return {}
    if (method === 'tools/list' && cursor !== undefined) throw new RpcError('params', 'There is one page of tools.')
    if (method === 'tools/list') return { tools: tools.list }
    if (method !== 'initialize') throw new RpcError('method', 'This server has no such method.')
    return {
      protocolVersion: VERSIONS.find((one) => one === version) ?? VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'tollgate', title: 'Tollgate', version: VERSION },
      instructions: tools.instructions,
    }
  }
}

/** @throws RpcError */
function parse(line: string | typeof TOO_LONG): Fields {
  if (line === TOO_LONG) throw new RpcError('request', `A message has at most ${MOST_CHARACTERS} characters.`)
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    throw new RpcError('parse', 'This line is no JSON.')
  }
  if (isFields(message) && message.jsonrpc === '2.0') return message
  throw new RpcError('request', 'This is no message of JSON-RPC 2.0; batches are not supported.')
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (id: unknown): id is Id => typeof id === 'string' || Number.isSafeInteger(id)
