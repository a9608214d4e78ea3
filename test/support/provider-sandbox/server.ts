import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Definition } from './definition.ts'

export interface SandboxRequest {
  /** Of the path, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** As it came. */
  readonly text: string
  /** Parsed, by `parse` of the sandbox. */
  readonly body: unknown
}

/** Answer of a sandbox; `silence` leaves the caller waiting, `reset` closes the connection. */
export type SandboxAnswer =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: number; readonly raw: string }
  | 'silence'
  | 'reset'

type Handler = (request: SandboxRequest) => SandboxAnswer | Promise<SandboxAnswer>

/** A provider's interface, as a small HTTP server that judges what it gets and what it answers. */
export interface SandboxServer {
  /** `http://127.0.0.1:…`. */
  readonly origin: string
  /** Requests and answers so far that break the provider's own definition: none, in a good test. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

interface Options {
  /** By method and path: `'POST /payments/{psp}/refunds'`. */
  readonly routes: Readonly<Record<string, Handler>>
  /** Judges the body of a route's requests and answers; undefined where the provider defines none. */
  definitionOf(route: string): { readonly definition: Definition; readonly path: string } | undefined
  /** The answer to a request that the definition refuses. */
  refuse(problems: readonly string[]): SandboxAnswer
  parse(text: string): unknown
}

/** Opens a sandbox on a free port. */
export async function openSandboxServer(options: Options): Promise<SandboxServer> {
  const complaints: string[] = []
  for (const route of Object.keys(options.routes)) {
    const defined = options.definitionOf(route)
    defined?.definition.compile(route.split(' ')[0]!, defined.path)
  }
  const server = createServer(listener(options, complaints))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    complaints,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listener(options: Options, complaints: string[]): RequestListener {
  const routes = Object.keys(options.routes).map((route) => ({ route, ...matcherOf(route) }))
  return async (request, response) => {
    const url = new URL(request.url!, 'http://sandbox')
    const found = routes.find(({ method, pattern }) => method === request.method && pattern.test(url.pathname))
    if (!found) return void response.writeHead(404).end('{}')
    const params = found.pattern.exec(url.pathname)!.groups ?? {}
    const body = await text(request)
    const asked = { params, query: url.searchParams, headers: request.headers, text: body, body: options.parse(body) }
    const answer = await answerTo(options, found.route, asked, complaints)
    if (answer === 'silence') return
    if (answer === 'reset') return void response.destroy()
    const headers = { 'content-type': 'application/json', ...('headers' in answer && answer.headers) }
    response.writeHead(answer.status, headers).end('raw' in answer ? answer.raw : JSON.stringify(answer.body))
  }
}

async function answerTo(
  { routes, definitionOf, refuse }: Options,
  route: string,
  asked: SandboxRequest,
  complaints: string[],
): Promise<SandboxAnswer> {
  const [method] = route.split(' ') as [string]
  const judge = definitionOf(route)
  if (judge && method !== 'GET' && asked.text !== '') {
    const problems = judge.definition.request(method, judge.path, asked.body)
    complaints.push(...problems.map((problem) => `${route} was asked wrongly: ${problem}`))
    if (problems.length > 0) return refuse(problems)
  }
  const answer = await routes[route]!(asked)
  if (judge && typeof answer === 'object' && 'body' in answer) {
    const problems = judge.definition.response(method, judge.path, answer.status, answer.body)
    complaints.push(...problems.map((problem) => `${route} answered ${answer.status} wrongly: ${problem}`))
  }
  return answer
}

function matcherOf(route: string): { readonly method: string; readonly pattern: RegExp } {
  const [method, path] = route.split(' ') as [string, string]
  const source = path.replaceAll(/[.]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return { method, pattern: new RegExp(`^${source}$`) }
}
