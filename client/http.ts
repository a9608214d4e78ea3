import { codeOf, TollgateError } from './error.ts'
import { readJson } from './exact-json.ts'
import type { Problem } from './schema.ts'

/** An HTTP answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined
  readonly text: string
}

/**
 * Sends one request. Redirects are not followed: neither a token nor a card goes anywhere but to the configured address.
 * @param leftMs what is left of the time-out
 * @param mayChange true if it may have had an effect when no answer comes
 * @throws TollgateError `timeout` or `no_answer` where no whole answer came
 */
export async function send(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  leftMs = timeoutMs,
  mayChange = init.method !== undefined && init.method !== 'GET',
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(Math.max(Math.ceil(leftMs), 1))
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    return {
      status: response.status,
      retryAfter: Number.isNaN(seconds) ? undefined : seconds,
      requestId: response.headers.get('x-request-id') ?? undefined,
      text: await response.text(),
    }
  } catch (cause) {
    throw noAnswer(new URL(url).origin, timeoutMs, cause, mayChange)
  }
}

/** Reads an answer line by line, as it comes. @throws what `readParts` throws */
export async function* readLines(url: string, init: RequestInit): AsyncGenerator<string> {
  let rest = ''
  for await (const part of readParts(url, init)) {
    const lines = (rest + part).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}

/**
 * Reads an answer as it comes.
 * @throws TollgateError with the status and the problems of an answer that is no success, `no_answer` where it broke off
 */
export async function* readParts(url: string, init: RequestInit): AsyncGenerator<string> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    if (!response.ok) {
      const retryAfter = undefined
      const requestId = response.headers.get('x-request-id') ?? undefined
      return void requireText({ status: response.status, retryAfter, requestId, text: await response.text() })
    }
    yield* response.body!.pipeThrough(new TextDecoderStream())
  } catch (cause) {
    throw cause instanceof TollgateError ? cause : noAnswer(new URL(url).origin, 0, cause, false)
  }
}

/** @throws TollgateError with the status and the problems of an answer that is no success */
export function requireText(answer: Answer): string {
  const { status, text } = answer
  if (status >= 400) throw refusal(answer)
  if (status < 300) return text
  throw new TollgateError('invalid_answer', `The gateway returned the redirect ${status}. Check baseUrl.`, answer)
}

/** @returns undefined for 204. @throws TollgateError with the status and the problems of an answer that is no success */
export function requireBody(answer: Answer): unknown {
  const text = requireText(answer)
  if (text === '') return undefined
  try {
    return readJson(text)
  } catch {
    const message = `The gateway returned ${answer.status} without JSON.`
    throw new TollgateError('invalid_answer', message, answer)
  }
}

interface RefusalBody {
  readonly error?: string
  readonly error_description?: string
  readonly errors?: readonly Problem[]
}

function refusal(answer: Answer): TollgateError {
  const { error, error_description, errors } = refusalBody(answer.text)
  const problems = Array.isArray(errors) ? errors : []
  const texts = problems.map(({ property, message }) => (property ? `${property}: ${message}` : message))
  const said = texts.length > 0 ? texts.join(' ') : (error_description ?? error ?? 'no reason given')
  const message = `The gateway answered ${answer.status}: ${said}`
  return new TollgateError(codeOf(answer), message, { ...answer, problems })
}

/** Reads a refusal. A proxy before the gateway may answer a page; then there is only the status. */
function refusalBody(text: string): RefusalBody {
  try {
    return (readJson(text) ?? {}) as RefusalBody
  } catch {
    return {}
  }
}

function noAnswer(origin: string, timeoutMs: number, cause: unknown, mayChange: boolean): TollgateError {
  const { name, cause: inner } = cause as Error & { readonly cause?: { readonly code?: string } }
  const isLate = name === 'TimeoutError'
  const why = isLate ? ` within ${timeoutMs} ms` : inner?.code ? ` (${inner.code})` : ''
  const effect = mayChange ? ' The call may have had its effect: look the transaction up by its reference.' : ''
  return new TollgateError(isLate ? 'timeout' : 'no_answer', `No answer from ${origin}${why}.${effect}`)
}
