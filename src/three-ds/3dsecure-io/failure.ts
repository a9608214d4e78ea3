import { MessageFault } from '../message-fault.ts'
import type { Call } from './config.ts'

/** Log fields of a technical failure: never a value of a message. */
export interface Failure {
  readonly call: Call
  readonly threeDsServerTransId: string | undefined
  /** One of: unreachable, late, garbled, status, error-message, fault, no-common-version, no-requestor. */
  readonly failure: string
  /** HTTP status, error code of the connection, or `errorCode` of EMV 3DS. */
  readonly code?: string | undefined
  readonly elements?: readonly string[]
}

/** Missing or meaningless response of the server: the authentication could not be performed. */
export class TechnicalFailure extends Error {
  override name = 'TechnicalFailure'
  readonly facts: Omit<Failure, 'call' | 'threeDsServerTransId'>

  constructor(failure: string, facts: Omit<TechnicalFailure['facts'], 'failure'> = {}) {
    super(`The 3-D Secure server: ${failure}.`)
    this.facts = { failure, ...facts }
  }
}

/** Facts of a failure. @throws the error itself if it is our own bug */
export function failureOf(error: unknown): TechnicalFailure['facts'] {
  if (error instanceof TechnicalFailure) return error.facts
  if (error instanceof MessageFault) return { failure: 'fault', code: error.errorCode, elements: [error.element] }
  throw error
}
