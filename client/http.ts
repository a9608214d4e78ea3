import { type Problem, TollgateError } from './error.ts'
import { readJson } from './exact-json.ts'

/** An HTTP answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly retryAfter: number | undefined
  readonly text: string
}

/**
 * Sends one request. Redirects are refused: neither a token nor a card goes anywhere but to the configured address.
 * @throws TollgateError without a status where no whole answer came in time
 */
export async function send(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    return {
      status: response.status,
      retryAfter: Number.isNaN(seconds) ? undefined : seconds,
      text: await response.text(),
    }
  } catch (cause) {
    throw noAnswer(new URL(url).origin, timeoutMs, cause)
  }
}

/**
 * The body of a successful answer; undefined for 204.
 * @throws TollgateError with the status and the problems of any other answer
 */
export function bodyOf(answer: Answer): unknown {
  const body = parse(answer)
  if (answer.status < 400) return body
  const { error, error_description, errors } = (body ?? {}) as {
    error?: string
    error_description?: string
    errors?: Problem[]
  }
  const problems = Array.isArray(errors) ? errors : []
  const texts = problems.map(({ property, message }) => (property ? `${property}: ${message}` : message))
  const said = texts.length > 0 ? texts.join(' ') : (error_description ?? error ?? 'no reason given')
  throw new TollgateError(`The gateway answered ${answer.status}: ${said}`, { ...answer, problems })
}

function parse({ status, text }: Answer): unknown {
  if (text === '') return undefined
  try {
    return readJson(text)
  } catch {
    throw new TollgateError(`The gateway answered ${status} with something that is not JSON.`, { status })
  }
}

function noAnswer(origin: string, timeoutMs: number, cause: unknown): TollgateError {
  const late = cause instanceof Error && cause.name === 'TimeoutError'
  const what = late ? `No answer from ${origin} within ${timeoutMs} ms` : `No answer from ${origin}`
  return new TollgateError(`${what}. The call may have had its effect: look the transaction up by its reference.`)
}
