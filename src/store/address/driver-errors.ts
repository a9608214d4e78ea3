const SILENCE = 'Query read timeout'

/** Codes for errors of `pg` (8.23) that have none, by the beginning of their text. */
const CODES: readonly (readonly [beginning: string, code: string])[] = [
  ['Connection terminated unexpectedly', 'CONNECTION_CLOSED'],
  ['Connection terminated', 'CONNECTION_ENDED'],
  ['Client has encountered a connection error', 'CONNECTION_CLOSED'],
  ['Client was closed', 'CONNECTION_ENDED'],
  ['Cannot use a pool after calling end', 'CONNECTION_ENDED'],
  ['There was an error establishing an SSL connection', 'CONNECTION_CLOSED'],
  ['timeout expired', 'CONNECT_TIMEOUT'],
  [SILENCE, 'CONNECTION_DESTROYED'],
  // The server wants a password and there is none, or cannot prove that it knows it.
  ['SASL: ', '28P01'],
]

const WITHOUT_TLS = 'The server does not support SSL connections'

/** Gives an error of the driver a code by which `availability.ts` judges it. */
export function withCode(error: Error): Error {
  if ('code' in error && error.code !== undefined) return error
  const [, code] = CODES.find(([beginning]) => error.message.startsWith(beginning)) ?? []
  return code === undefined ? error : Object.assign(error, { code })
}

/** True if a statement had no answer in its time. */
export function isSilenceError(error: unknown): boolean {
  return (error as Error | null)?.message === SILENCE
}

export function isWithoutTls(error: unknown): boolean {
  return (error as Error).message === WITHOUT_TLS
}

export function connectionError(code: 'CONNECTION_DESTROYED' | 'CONNECTION_ENDED', message: string): Error {
  return Object.assign(new Error(message), { code })
}
