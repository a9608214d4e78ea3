import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { renderAnswer, send } from '../response/answers.ts'
import { renderErrorFor } from '../response/browser-errors.ts'
import type { HttpResponse } from '../response/problems.ts'
import type { Route, RouteContext } from '../route.ts'
import { callerAddress, headerValues } from './headers.ts'
import { answerOnce } from './idempotency.ts'
import { emptyBody, type ReceivedBody } from './received-body.ts'
import { unstorableText } from './unstorable-text.ts'
import type { Validator, Validators } from './validate.ts'

/**
 * The last part of a request's way in: its body is read and parsed, its caller known
 * (docs/reference/requests.md#order-of-errors).
 */
export function serveRoute(gateway: Gateway, route: Route, validators: Validators) {
  const validate = validatorOf(gateway, route, validators)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { bytes, value } = (request.body as ReceivedBody | undefined) ?? emptyBody(route)
    const run = () => answerTo(gateway, route, request, { bytes, value }, validate)
    // A 400 comes before the Idempotency-Key is looked at, so it uses up none.
    const answer = route.malformed?.(value) ? await run() : await answerOnce(gateway, route, request, bytes, run)
    return send(reply, answer)
  }
}

/** Request errors are answers here, so that an Idempotency-Key gives them again. */
async function answerTo(
  gateway: Gateway,
  route: Route,
  request: FastifyRequest,
  body: ReceivedBody,
  validate: Validate,
): Promise<HttpResponse> {
  try {
    validate(request, body.value)
    return renderAnswer(await route.handle(gateway, contextOf(request, body)))
  } catch (error) {
    if (error instanceof RequestError) return renderErrorFor(route, error, request.method)
    throw error
  }
}

type Validate = (request: FastifyRequest, body: unknown) => void

/** Everything that is wrong with path, query and body, at once: 400 where a field is malformed, else 422. */
function validatorOf(gateway: Gateway, route: Route, validators: Validators): Validate {
  const paramsProblems = route.params ? validators.text(route.params) : unstorableText
  const queryProblems = route.query ? validators.text(route.query) : unstorableText
  const bodyProblems = bodyValidatorOf(gateway, route, validators)
  return (request, body) => {
    const malformed = route.malformed?.(body)
    const invalid = [...paramsProblems(request.params), ...queryProblems(request.query), ...bodyProblems(body)]
    if (malformed) throw new RequestError('malformed', [malformed, ...except(invalid, malformed.property)])
    if (invalid.length > 0) throw new RequestError('invalid', invalid)
  }
}

function bodyValidatorOf(gateway: Gateway, { body, rules }: Route, validators: Validators): Validator {
  if (!body) return () => []
  const bySchema = validators.body(body)
  return (value) => {
    const problems = bySchema(value)
    if (!rules || typeof value !== 'object' || value === null) return problems
    // Parts that broke the schema have been removed; that they are missing now is not reported again.
    const isNamed = (field: string) => problems.some(({ property }) => `${property}.`.startsWith(`${field}.`))
    return [...problems, ...rules(value, gateway).filter(({ property }) => !isNamed(property))]
  }
}

function except(problems: readonly Problem[], property: string): Problem[] {
  return problems.filter((problem) => problem.property !== property)
}

/** The schemas have checked that these values have the route's types. */
function contextOf(request: FastifyRequest, { bytes, value }: ReceivedBody): RouteContext<never, never, never, never> {
  const header = (name: string) => headerValues(request, name.toLowerCase()).join(', ') || undefined
  const { caller, params, query } = request
  return { caller, params, query, body: value, bytes, ip: callerAddress(request), header } as RouteContext<
    never,
    never,
    never,
    never
  >
}
