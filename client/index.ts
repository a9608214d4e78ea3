export type { AnalyticsFilters, PaymentAnalytics, PaymentGroup, PaymentOutcomes } from './analytics.ts'
export type { Appearance, AppearanceChanges } from './appearance.ts'
export type { Card, EncryptedCard } from './card.ts'
export type { ApiClient, ApiClientChanges, ApiClientRequest, IssuedApiClient } from './clients.ts'
export type { CallOptions } from './connection.ts'
export type { CustomerRecord } from './customers.ts'
export { type Action, type Envelope, type FormSubmit, type NextStep, nextStep, type Redirect } from './envelope.ts'
export { type ErrorCode, type Problem, TollgateError } from './error.ts'
export type {
  EndpointTest,
  EventFilters,
  EventPayload,
  EventRecord,
  EventType,
  FailedDeliveries,
  ProcessedEvent,
  TriedDelivery,
  WebhookEvent,
} from './event.ts'
export type { FurtherEvent } from './further-event.ts'
export type { Balance, SettlementDay, SettlementFilters } from './ledger.ts'
export type { Listing } from './listing.ts'
export type { AuditEntry, AuditLogFilters, FaultFilters, RequestFault, RequestFilters, RequestRecord } from './logs.ts'
export type { EncryptedNetworkToken, NetworkToken } from './network-token.ts'
export { encodeWalletToken, type RequestedPaymentMethod } from './payment-method.ts'
export type {
  AuthorizeRequest,
  BankMethod,
  BeneficiaryData,
  BrowserInfo,
  Customer,
  ManageRequest,
  Page,
  PaymentRequest,
  PayoutRequest,
  TransactionFilters,
  TransStatus,
} from './requests.ts'
export type { Session, SessionRequest } from './sessions.ts'
export type { SimulatedCharge, SimulatedWalletPayment } from './simulators.ts'
export type { StoredPaymentMethod } from './stored-payment-methods.ts'
export type { Team, TeamRole } from './team.ts'
export type { Keys, ProviderAccount, Terminal } from './terminals.ts'
export { type ActionToken, challengeRequest, decodeActionToken, threeDsMethodData } from './three-ds.ts'
export { type ActionHandle, Tollgate, type TollgateOptions } from './tollgate.ts'
export type {
  List,
  PaymentMethod,
  RetryOptions,
  Status,
  TimelineItem,
  Transaction,
  TransactionCount,
  TransactionStatus,
} from './transaction.ts'
export type { SavedView } from './views.ts'
export { VOUCHERS, type VoucherCode } from './vouchers.ts'
export { verifyWebhook, type WebhookHeaders } from './webhook.ts'
export type { WebhookEndpoint, WebhookEndpointWithSecret } from './webhook-endpoint.ts'
