import type { FaultCode } from '../shared/protocol.ts'

/** The error that a shop's page gets; `code` says what (docs/reference/embedded-fields.md#codes). */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
  readonly code: FaultCode

  constructor(code: FaultCode, message: string) {
    super(message)
    this.code = code
  }
}
