import { RequestError } from '#domain/problem.ts'
import type { RootKey } from './root-keys.ts'

export interface RootKeySource {
  /** @throws RequestError `unavailable` where there are none yet */
  current(): Promise<readonly RootKey[]>
  /** Asks where they come from, now, and keeps nothing. @throws Error that says what is wrong there */
  readAnew(): Promise<readonly RootKey[]>
}

/** Logs that root keys could not be read; the previous ones stay in use. */
export type Warn = (error: unknown) => void

const RETRY_AFTER_SECONDS = 5

/** There are no root keys to verify a token with, which says nothing of the token. */
export function unavailable(): never {
  const message = 'The wallet keys are unavailable. Try again in a few seconds.'
  throw new RequestError('unavailable', [{ property: '', message, params: [] }], RETRY_AFTER_SECONDS)
}
