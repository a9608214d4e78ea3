import { problem, RequestError } from '#domain/problem.ts'
import type { RootKey } from './root-keys.ts'

export interface RootKeySource {
  /** @throws RequestError `unavailable` before there are any */
  current(): Promise<readonly RootKey[]>
  /** Fetches them now without storing them. @throws Error that names the problem */
  readAnew(): Promise<readonly RootKey[]>
}

/** Logs that root keys could not be read; the previous ones stay in use. */
export type Warn = (error: unknown) => void

const RETRY_AFTER_SECONDS = 5

/** Root keys are missing, which does not make the token invalid. */
export function unavailable(): never {
  const message = 'The wallet keys are unavailable. Try again in a few seconds.'
  throw new RequestError('unavailable', [problem('', message)], RETRY_AFTER_SECONDS)
}
