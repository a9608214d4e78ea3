import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway } from '#flows/gateway.ts'
import { UNKNOWN } from '#html/state-page.ts'
import { requestProblem } from '../response/problems.ts'
import { stateAnswer } from '../response/state-answer.ts'
import { EarlyAnswer } from './early-answer.ts'
import { findPerson } from './person-guard.ts'

interface KnownPath {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** 405 with `Allow`, or 404 (docs/reference/requests.md#order-of-errors); pages are also found with a trailing slash. */
export function refuseUnknownPaths(app: FastifyInstance, gateway: Gateway): void {
  const known = new Map<string, KnownPath>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const one of [method].flat()) path.methods.add(one)
    known.set(url, path)
  })
  app.addHook('onRequest', async (request, reply) => {
    leaveOutSlash(request, known)
    if (!request.is404) return
    // Without a dashboard its paths are unknown; a path that only receives a form has no page either.
    if (known.has('/dashboard') && request.url.startsWith('/dashboard/')) {
      request.caller = (await findPerson(gateway, request)) ?? null
      throw new EarlyAnswer(stateAnswer(request, 404, UNKNOWN))
    }
    refuse(request, reply, known)
  })
  // Never reached, because the hook above has thrown; the default 404 would log the full address.
  app.setNotFoundHandler(() => undefined)
}

function refuse(request: FastifyRequest, reply: FastifyReply, known: ReadonlyMap<string, KnownPath>): never {
  const path = request.url.split('?', 1)[0]!
  const methods = allowed(path, known)
  // A path may fit an operation but for a character that no parameter may have.
  if (methods.length === 0 || methods.includes(request.method)) {
    throw requestProblem('not-found', 'There is nothing at this path; see /openapi.json.')
  }
  const allow = [...new Set(methods)].join(', ')
  reply.header('allow', allow)
  throw requestProblem('method-not-allowed', `Use one of: ${allow}.`, ...new Set(methods))
}

/** Pages that people open by their address. */
const PAGES = /^\/(?:dashboard|pay|hosted-payment-page)\//

function leaveOutSlash({ url, method }: FastifyRequest, known: ReadonlyMap<string, KnownPath>): void {
  const path = url.split('?', 1)[0]!
  if (method === 'POST' || !path.endsWith('/') || !PAGES.test(path)) return
  // A loop, because an expression for slashes at the end takes quadratic time.
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  const page = path.slice(0, end)
  if (allowed(page, known).includes('GET'))
    throw new EarlyAnswer({ status: 303, location: page + url.slice(path.length) })
}

function allowed(path: string, known: ReadonlyMap<string, KnownPath>): string[] {
  return [...known.values()].filter(({ pattern }) => pattern.test(path)).flatMap((one) => [...one.methods])
}

/** Turns a path such as `/api/transactions/:id/status` into an expression; a wildcard matches everything below it. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*'
    const [, param, suffix] = /^(:\w+)?(.*)$/.exec(part)!
    return (param ? '[^/]+' : '') + RegExp.escape(suffix!)
  })
  return new RegExp(`^${parts.join('/')}$`)
}
