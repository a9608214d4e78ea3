export type { Card, EncryptedCard } from './card.ts'
export type { CallOptions } from './connection.ts'
export type { CustomerRecord } from './customers.ts'
export { type Action, type Envelope, type FormSubmit, type NextStep, nextStep, type Redirect } from './envelope.ts'
export { type Problem, TollgateError } from './error.ts'
export type { EventPayload, EventRecord, ProcessedEvent } from './event.ts'
export type { EncryptedNetworkToken, NetworkToken } from './network-token.ts'
export { encodeWalletToken, type RequestedPaymentMethod } from './payment-method.ts'
export type {
  AuthorizeRequest,
  BankMethod,
  BeneficiaryData,
  BrowserInfo,
  Customer,
  EventFilters,
  Page,
  PaymentRequest,
  PayoutRequest,
  TransactionFilters,
  TransStatus,
} from './requests.ts'
export type { Session, SessionRequest } from './sessions.ts'
export type { SimulatedWalletPayment } from './simulators.ts'
export type { StoredPaymentMethod } from './stored-payment-methods.ts'
export { type ActionToken, challengeRequest, decodeActionToken, threeDsMethodData } from './three-ds.ts'
export { type ActionHandle, Tollgate, type TollgateOptions } from './tollgate.ts'
export type { List, PaymentMethod, RetryOptions, Status, Transaction, TransactionStatus } from './transaction.ts'
export { VOUCHERS, type VoucherCode } from './vouchers.ts'
export { verifyWebhook, type WebhookHeaders } from './webhook.ts'
export type { WebhookEndpoint, WebhookEndpointWithSecret } from './webhook-endpoint.ts'
