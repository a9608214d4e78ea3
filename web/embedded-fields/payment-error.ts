import type { FaultCode, PaymentError as PublicError } from '../../embedded-fields/types.ts'

/** The error that a shop's page gets; `code` says what (docs/reference/embedded-fields.md#codes). */
export class PaymentError extends Error implements PublicError {
  override readonly name = 'PaymentError'
  readonly code: FaultCode

  constructor(code: FaultCode, message: string) {
    super(message)
    this.code = code
  }
}
