import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import { notFound, type Problem, RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { renderAnswer, send } from '../response/answers.ts'
import { renderErrorFor } from '../response/browser-errors.ts'
import type { HttpResponse } from '../response/problems.ts'
import type { Answer, FieldProblem, Route, RouteContext } from '../route.ts'
import { callerAddress } from './caller-address.ts'
import { checkNamedLimits } from './client-limits.ts'
import { headerValue } from './headers.ts'
import { answerOnce } from './idempotency.ts'
import { leftOutBy } from './left-out.ts'
import { noteRefusal } from './merchant-requests.ts'
import { refuseIncomplete } from './moved-merchants.ts'
import { summarizePayment } from './payment-summary.ts'
import { typedCardNumbers, verifyForm } from './person-guard.ts'
import { emptyBody, type ReceivedBody } from './received-body.ts'
import { requestOrigin } from './request-origin.ts'
import { submitOnce } from './submit-once.ts'
import { unknownFields } from './unknown-fields.ts'
import { unknownQuery } from './unknown-query.ts'
import { unstorableText } from './unstorable-text.ts'
import type { Validator, Validators } from './validate.ts'

/** From the parsed body on; errors in the order of docs/reference/requests.md#order-of-errors. */
export function serveRoute(gateway: Gateway, route: Route, validators: Validators) {
  const validate = validatorOf(gateway, route, validators)
  const unknownHeader = unknownHeaderOf(route)
  const takeAwayLeftOut = isJson(route) ? leftOutBy(route) : () => {}
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const received = await verifyForm(gateway, route, request, request.body as ReceivedBody | undefined)
    const { bytes, value, stream } = received ?? emptyBody(route)
    checkNamedLimits(route, request.caller, value, request.query)
    takeAwayLeftOut(value)
    reply.headers(unknownHeader(value))
    const hungUp = () => hangUpOf(reply)
    const malformed = route.malformed?.(value)
    const run = () => answerTo(gateway, route, request, { bytes, value, stream, malformed, hungUp }, validate)
    const { caller } = request
    if (caller?.scope === 'person')
      return send(reply, await submitOnce(gateway, request, caller, { bytes, value }, run))
    // A 400 comes before the Idempotency-Key is looked at, so it uses up none.
    const reread = (status: number, id: string) =>
      rendered(route, request, async () => ({ status, json: await rereadBy(gateway, route, request, id) }))
    const answer = malformed ? await run() : await answerOnce(gateway, route, request, bytes, run, reread)
    await refuseIncomplete(gateway, route, request)
    return send(reply, answer)
  }
}

const NO_FIELDS = Type.Object({})

/** True for routes that programs call; forms may have empty fields. */
function isJson({ guard, takes }: Route): boolean {
  return guard !== 'person' && takes === undefined
}

/** Names unknown fields in a header, except for forms. The short name is the earlier one. */
function unknownHeaderOf({ guard, body }: Route) {
  if (guard !== 'merchant' && guard !== 'operator') return () => ({})
  const unknownIn = unknownFields(body ?? NO_FIELDS)
  return (value: unknown): Record<string, string> => {
    const names = unknownIn(value).join(', ')
    return names === '' ? {} : { 'tollgate-unknown-fields': names, 'unknown-fields': names }
  }
}

function answerTo(
  gateway: Gateway,
  route: Route,
  request: FastifyRequest,
  body: Received,
  validate: Validate,
): Promise<HttpResponse> {
  return rendered(route, request, async () => {
    const answer = await handle(gateway, route, request, body, validate)
    notePayment(request, answer, body.value)
    return answer
  })
}

async function rereadBy(gateway: Gateway, { reread }: Route, { caller }: FastifyRequest, id: string): Promise<unknown> {
  if (!reread || caller?.scope !== 'merchant') throw notFound('object')
  return reread(gateway, caller, id)
}

/** Turns request errors into answers, so that an Idempotency-Key returns them again. */
async function rendered(route: Route, request: FastifyRequest, answer: () => Promise<Answer>): Promise<HttpResponse> {
  try {
    return renderAnswer(await answer())
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    noteRefusal(request, error)
    return renderErrorFor(route, error, request)
  }
}

/** Body, the problem that makes it a 400, and the signal of a caller who closed the connection. */
type Received = ReceivedBody &
  Pick<RouteContext<never, never, never, never>, 'hungUp'> & { readonly malformed: Problem | undefined }

function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const hangUp = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) hangUp.abort()
  })
  return hangUp.signal
}

async function handle(
  gateway: Gateway,
  route: Route,
  request: FastifyRequest,
  body: Received,
  validate: Validate,
): Promise<Answer> {
  const typed = { ...Object(body.value) } as Readonly<Record<string, unknown>>
  const again = async (problems: readonly Problem[]) => {
    noteRefusal(request, { problems })
    const context = contextOf(gateway, request, { ...body, value: withoutCardNumbers(typed) })
    return route.again!(gateway, context, problems.map(fieldProblemIn(typed)))
  }
  const refused = validate(request, body)
  if (refused.length > 0) return again(refused)
  try {
    return await route.handle(gateway, contextOf(gateway, request, body))
  } catch (error) {
    if (!(route.again && error instanceof RequestError && error.kind === 'invalid')) throw error
    return again(error.problems)
  }
}

function withoutCardNumbers(typed: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const secret = new Set(typedCardNumbers(typed).map(({ property }) => property))
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !secret.has(name)))
}

/** Finds the field of a form; parts of a list or object belong to the field that contains it. */
function fieldProblemIn(typed: Readonly<Record<string, unknown>>) {
  return ({ property, message }: Problem): FieldProblem => {
    if (Object.hasOwn(typed, property)) return { field: property, message }
    const [field = '', ...rest] = property.split('.')
    return { field, message: rest.length > 0 ? `${rest.join('.')}: ${message}` : message }
  }
}

/** @returns problems that a form shows */
type Validate = (request: FastifyRequest, body: Received) => readonly Problem[]

/** Validates path, query and body together: 400 if a field is malformed, else 422. */
function validatorOf(gateway: Gateway, route: Route, validators: Validators): Validate {
  const paramsProblems = route.params ? validators.text(route.params) : unstorableText
  const queryProblems = route.query ? validators.text(route.query) : unstorableText
  const unknownParameters = unknownQuery(route)
  const bodyProblems = bodyValidatorOf(gateway, route, validators)
  return (request, { value, malformed }) => {
    const ofBody = bodyProblems(value)
    const around = [
      ...paramsProblems(request.params),
      ...unknownParameters(request.query),
      ...queryProblems(request.query),
    ]
    const invalid = [...around, ...ofBody]
    if (malformed) throw new RequestError('malformed', [malformed, ...except(invalid, malformed.property)])
    if (route.again && around.length === 0) return ofBody
    if (invalid.length > 0) throw new RequestError('invalid', invalid)
    return []
  }
}

function bodyValidatorOf(gateway: Gateway, { body, rules, guard, takes }: Route, validators: Validators): Validator {
  if (!body || takes === 'stream') return () => []
  const judge = validators.body(body)
  const bySchema: Validator = guard === 'person' ? (form) => [...typedCardNumbers(form), ...judge(form)] : judge
  return (value) => {
    const problems = bySchema(value)
    if (!rules || typeof value !== 'object' || value === null) return problems
    // Parts that violated the schema are removed, so rules must not report them as missing.
    const isNamed = (field: string) => problems.some(({ property }) => `${property}.`.startsWith(`${field}.`))
    return [...problems, ...rules(value, gateway).filter(({ property }) => !isNamed(property))]
  }
}

function except(problems: readonly Problem[], property: string): Problem[] {
  return problems.filter((problem) => problem.property !== property)
}

/** Casts safely: the schemas have checked these values. */
function contextOf(
  gateway: Gateway,
  request: FastifyRequest,
  { bytes, value, stream, hungUp }: Received,
): RouteContext<never, never, never, never> {
  const header = (name: string) => headerValue(request, name.toLowerCase()) || undefined
  const { caller, params, query } = request
  const ip = callerAddress(request)
  const actor = actorOf(caller, ip, request.id)
  const origin = requestOrigin(gateway, request)
  return { caller, actor, params, query, body: value, bytes, stream, hungUp, ip, header, origin } as RouteContext<
    never,
    never,
    never,
    never
  >
}

/** Actor for the audit log; null for shoppers and callers without credentials, who change nothing in it. */
function actorOf(caller: FastifyRequest['caller'], ip: string, requestId: string): Actor | null {
  if (!caller || caller.scope === 'client') return null
  return { kind: caller.scope, id: caller.clientId, ip, requestId }
}

function notePayment(request: FastifyRequest, answer: Answer, asked: unknown): void {
  if (!['merchant', 'client'].includes(request.caller?.scope ?? '') || !('json' in answer)) return
  request.told = summarizePayment(answer.json, asked)
}
