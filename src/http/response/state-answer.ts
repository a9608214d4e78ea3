import type { FastifyRequest } from 'fastify'
import type { RequestError, RequestErrorKind } from '#domain/problem.ts'
import { failure, type State, statePage, type Ways } from '#html/state-page.ts'
import type { PersonCaller } from '#identity/caller.ts'
import type { Answer } from '../route.ts'

export type StateFrame = (caller: PersonCaller, status: number, state: State) => Answer

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined in a process without a dashboard. */
    readonly stateFrame: StateFrame | undefined
  }
}

/** Page of a state; a signed-in person keeps the frame of the dashboard. */
export function stateAnswer({ caller, server }: FastifyRequest, status: number, state: State): Answer {
  if (caller?.scope === 'person' && server.stateFrame) return server.stateFrame(caller, status, state)
  return { status, page: statePage(state) }
}

/** True if a person sees the response. Browsers want HTML first, programs do not or have a token; frames report to their page. */
export function isFromBrowser({ method, headers, url }: FastifyRequest): boolean {
  const { accept = '', authorization } = headers
  const isNavigation = headers['sec-fetch-mode'] === 'navigate'
  const isVisit = method === 'GET' || method === 'HEAD' || isNavigation
  const isWindow = (headers['sec-fetch-dest'] ?? 'document') === 'document'
  // Java's HttpURLConnection takes text/html first and anything else by default, but only browsers know XHTML.
  const takesAnything = accept.includes('*') && !accept.includes('application/xhtml+xml')
  const isSure = isNavigation || !takesAnything || !OF_PROGRAMS.test(url)
  return isVisit && isWindow && isSure && /^\s*text\/html\b(?!\s*;)/i.test(accept) && authorization === undefined
}

/** Addresses that people open by mistake only. */
const OF_PROGRAMS = /^\/(?:api|admin|realms|provider-notices|health|metrics)(?:[/?]|$)/

/** State for a person who meets an error outside the dashboard. */
export function visitorState(
  { kind, message }: Pick<RequestError, 'message'> & { readonly kind?: RequestErrorKind },
  { id, server, method }: FastifyRequest,
): State {
  if (kind === 'unavailable') return unavailable(method)
  const [heading, words] = (kind && WORDS[kind]) ?? []
  const hasDashboard = server.hasRoute({ method: 'GET', url: '/dashboard' })
  const signIn = kind === 'unauthenticated' ? 'Sign in' : 'Dashboard'
  const ways: Ways = [hasDashboard ? ['/dashboard', signIn] : ['/', 'Start page'], ['/docs', 'Documentation']]
  if (heading === undefined || words === undefined) return { ...failure(message, id), ways }
  return { state: 'unknown', heading, words, ways }
}

const WORDS: Partial<Record<RequestErrorKind, readonly [heading: string, words: string]>> = {
  'not-found': ['Page not found', 'Check the address, or continue here.'],
  'method-not-allowed': ['No page at this address', 'Forms and programs send data here. Go back, or continue here.'],
  unauthenticated: [
    'No page at this address',
    'Programs read it with an access token. People sign in to the dashboard.',
  ],
}

/** State for a person who has to wait. */
export function unavailable(method: string): State {
  const words = 'Wait a moment, then reload this page.'
  return { state: 'error', heading: 'Not available right now', words, ways: method === 'GET' ? [['', 'Reload']] : [] }
}
