/** Message of each outcome that a simulator can be asked for (docs/reference/simulators.md#response-codes). */
export const RESPONSE_MESSAGES: Readonly<Record<string, string>> = {
  TRX_STATUS_APPROVED: 'approved',
  TRX_STATUS_DECLINED: 'declined',
  TRX_STATUS_FAILED: 'failed',
  TRX_STATUS_PENDING: 'pending',
  TRX_STATUS_CANCELED: 'canceled',
  TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS: 'insufficient funds',
  TRX_STATUS_SESSION_EXPIRED: 'session expired',
  AUTHENTICATION_NOT_AUTHENTICATED: 'not authenticated',
  RISK_FAILED_BLACKLISTED: 'on a block list',
  RISK_FAILED_FRAUD: 'fraud suspected',
  RISK_FAILED_VELOCITY_CHECK: 'velocity check failed',
}
