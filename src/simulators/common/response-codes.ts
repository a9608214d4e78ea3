import type { ProcessingCode } from '#domain/processing-code.ts'

/** Outcomes that a tester may request (docs/reference/simulators.md#response-codes). */
export const RESPONSE_CODES = {
  TRX_STATUS_APPROVED: '0000',
  TRX_STATUS_DECLINED: '1000',
  TRX_STATUS_FAILED: '1001',
  TRX_STATUS_PENDING: '1002',
  TRX_STATUS_CANCELED: '1003',
  TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS: '1004',
  TRX_STATUS_SESSION_EXPIRED: '1005',
  AUTHENTICATION_NOT_AUTHENTICATED: '3000',
  RISK_FAILED_BLACKLISTED: '4100',
  RISK_FAILED_FRAUD: '4101',
  RISK_FAILED_VELOCITY_CHECK: '4200',
} as const satisfies Record<string, ProcessingCode>

export type ResponseCode = keyof typeof RESPONSE_CODES
