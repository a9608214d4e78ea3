import type { FastifyRequest } from 'fastify'
import type { Problem, RequestError } from '#domain/problem.ts'
import { SessionError, type SessionErrorCode } from '#flows/sessions/session-error.ts'
import { failure, type State, UNKNOWN } from '#html/state-page.ts'
import type { Route } from '../route.ts'
import { renderAnswer } from './answers.ts'
import { helpLink } from './error-catalogue.ts'
import { type HttpResponse, JSON_TYPE, renderFault, renderRequestError, retryAfter, statusOf } from './problems.ts'
import { isFromBrowser, stateAnswer, unavailable, visitorState } from './state-answer.ts'

/** After too many submits only a new session helps, as after its expiry. */
const ANSWERS: Record<SessionErrorCode, { readonly status: number; readonly code: string }> = {
  invalid_client_key: { status: 401, code: 'invalid_client_key' },
  origin_not_allowed: { status: 403, code: 'origin_not_allowed' },
  session_not_found: { status: 404, code: 'session_not_found' },
  session_completed: { status: 409, code: 'session_completed' },
  session_expired: { status: 410, code: 'session_expired' },
  too_many_submits: { status: 429, code: 'session_expired' },
}

/** Browser names of fields that differ from the end of the path (docs/reference/embedded-fields.md#fields). */
const FIELDS: Readonly<Record<string, string>> = {
  expiry_month: 'expiry',
  expiry_year: 'expiry',
  first_name: 'firstName',
  last_name: 'lastName',
}

/** People get a page, our own pages a code, all other callers an error body (docs/reference/requests.md#error-bodies). */
export function renderErrorFor(route: Route | undefined, error: RequestError, request: FastifyRequest): HttpResponse {
  if (route?.guard === 'client') return renderBrowserError(error)
  const response = renderRequestError(error, request.method)
  if (route?.guard === 'person') return asPage(response, personState(error, request), request)
  return isFromBrowser(request) ? asPage(response, visitorState(error, request), request) : response
}

export function renderFaultFor(route: Route | undefined, request: FastifyRequest): HttpResponse {
  const response = renderFault(request.id, request.method)
  const message = 'Something went wrong on our side; try again.'
  if (route?.guard === 'person') return asPage(response, failure(message, request.id), request)
  return isFromBrowser(request) ? asPage(response, visitorState({ message }, request), request) : response
}

/** Keeps status and headers, such as `Retry-After`. */
function asPage({ status, headers }: HttpResponse, state: State, request: FastifyRequest): HttpResponse {
  const page = renderAnswer(stateAnswer(request, status, state))
  return { ...page, headers: { ...headers, ...page.headers } }
}

function personState({ kind, message, problems }: RequestError, { id, method }: FastifyRequest): State {
  if (kind === 'not-found') return UNKNOWN
  if (kind === 'unavailable') return unavailable(method)
  if (kind === 'misdirected') return moved(problems[0]!.params[0]!)
  return failure(message, id)
}

function moved(address: string): State {
  const words = `Its dashboard is at ${address} now. Sign in there with the same email and password.`
  return { state: 'unknown', heading: 'This merchant moved', words, ways: [[`${address}/dashboard`, 'Go there']] }
}

function renderBrowserError(error: RequestError): HttpResponse {
  const { message } = error
  if (error instanceof SessionError) {
    const { status, code } = ANSWERS[error.code]
    return render(status, { code, message }, retryAfter(error))
  }
  return render(statusOf(error), { code: 'invalid_fields', message, errors: fieldProblems(error.problems) })
}

export function fieldProblems(problems: readonly Problem[]): readonly { field: string; message: string }[] {
  const byField = new Map(problems.toReversed().map(({ property, message }) => [fieldOf(property), message]))
  return [...byField].toReversed().map(([field, message]) => ({ field, message }))
}

function fieldOf(property: string): string {
  const name = property.split('.').at(-1)!
  return FIELDS[name] ?? name
}

type BrowserError = Readonly<Record<string, unknown>> & { readonly code: string }

function render(status: number, body: BrowserError, headers: HttpResponse['headers'] = {}): HttpResponse {
  return { status, headers: { ...JSON_TYPE, ...helpLink(body.code), ...headers }, body: JSON.stringify(body) }
}
