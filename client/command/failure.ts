import { type ErrorCode, TollgateError } from '../error.ts'

/** An error whose message is whole lines for the user. Safe to print. */
export class Failure extends Error {
  override name = 'Failure'
}

/** Errors without an answer of the gateway. */
const UNREACHED: readonly ErrorCode[] = ['no_answer', 'timeout', 'invalid_answer']

/** An error as lines to print; every property of a 422 has its own. */
export function failureLines(error: Error): string[] {
  if (!(error instanceof TollgateError)) return [error.message]
  if (UNREACHED.includes(error.code)) return [`${error.message} Is the gateway running?`]
  if (error.problems.length === 0) return [error.message]
  return error.problems.map(({ property, message }) => (property ? `${property}: ${message}` : message))
}
