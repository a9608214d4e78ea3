import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { renderAnswer, send } from './answers.ts'
import { renderRefusalFor } from './browser-refusals.ts'
import type { Door, Visit } from './door.ts'
import { headerValues } from './header-values.ts'
import { answerOnce } from './idempotency.ts'
import type { Rendered } from './problems.ts'
import { emptyBody, type ReceivedBody } from './received-body.ts'
import { callerAddress } from './trusted-proxy.ts'
import { unstorableText } from './unstorable-text.ts'
import type { Validator, Validators } from './validate.ts'

/** The last part of a request's way in: its body is read and parsed, its caller known (contract section 3). */
export function serveDoor(gateway: Gateway, door: Door, validators: Validators) {
  const judge = judgeOf(gateway, door, validators)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { bytes, value } = (request.body as ReceivedBody | undefined) ?? emptyBody(door)
    const run = () => answerTo(gateway, door, request, { bytes, value }, judge)
    // A 400 comes before the Idempotency-Key is looked at, so it uses up none.
    const answer = door.malformed?.(value) ? await run() : await answerOnce(gateway, door, request, bytes, run)
    return send(reply, answer)
  }
}

/** Refusals are answers here, so that an Idempotency-Key gives them again. */
async function answerTo(
  gateway: Gateway,
  door: Door,
  request: FastifyRequest,
  body: ReceivedBody,
  judge: Judge,
): Promise<Rendered> {
  try {
    judge(request, body.value)
    return renderAnswer(await door.handle(gateway, visitOf(request, body)))
  } catch (error) {
    if (error instanceof Refusal) return renderRefusalFor(door, error, request.method)
    throw error
  }
}

type Judge = (request: FastifyRequest, body: unknown) => void

/** Everything that is wrong with path, query and body, at once: 400 where a field is malformed, else 422. */
function judgeOf(gateway: Gateway, door: Door, validators: Validators): Judge {
  const judgeParams = door.params ? validators.text(door.params) : unstorableText
  const judgeQuery = door.query ? validators.text(door.query) : unstorableText
  const judgeBody = bodyJudgeOf(gateway, door, validators)
  return (request, body) => {
    const malformed = door.malformed?.(body)
    const invalid = [...judgeParams(request.params), ...judgeQuery(request.query), ...judgeBody(body)]
    if (malformed) throw new Refusal('malformed', [malformed, ...except(invalid, malformed.property)])
    if (invalid.length > 0) throw new Refusal('invalid', invalid)
  }
}

function bodyJudgeOf(gateway: Gateway, { body, rules }: Door, validators: Validators): Validator {
  if (!body) return () => []
  const bySchema = validators.body(body)
  return (value) => {
    const problems = bySchema(value)
    if (!rules || typeof value !== 'object' || value === null) return problems
    // What the schema found fault with has been taken out: that it is missing now is not news.
    const isNamed = (field: string) => problems.some(({ property }) => `${property}.`.startsWith(`${field}.`))
    return [...problems, ...rules(value, gateway).filter(({ property }) => !isNamed(property))]
  }
}

function except(problems: readonly Problem[], property: string): Problem[] {
  return problems.filter((problem) => problem.property !== property)
}

/** What the schemas have checked is what the door's types say. */
function visitOf(request: FastifyRequest, { bytes, value }: ReceivedBody): Visit<never, never, never, never> {
  const header = (name: string) => headerValues(request, name.toLowerCase()).join(', ') || undefined
  const { caller, params, query } = request
  return { caller, params, query, body: value, bytes, ip: callerAddress(request), header } as Visit<
    never,
    never,
    never,
    never
  >
}
