import type { FinalTransStatus } from '#domain/authentication.ts'
import type { KeptBrowserInfo, KeptCustomer } from '#domain/customer.ts'
import { plainEmail } from '#domain/email.ts'
import { exactInteger, parseExactly } from '#domain/exact-json.ts'
import type { KeptJson, KeptText } from '#domain/kept-text.ts'
import type { Problem } from '#domain/problem.ts'
import type { ProcessingCode } from '#domain/processing-code.ts'
import type { Status } from '#domain/status.ts'
import type {
  Awaiting,
  FollowUpState,
  PaymentMethodView,
  ProcessingResult,
  ShopperPage,
  ShopperStep,
  Transaction,
} from '#domain/transaction.ts'
import type { Review, TransactionData } from '#domain/transaction-data.ts'
import type { TransactionType } from '#domain/transaction-type.ts'

export interface TransactionRow {
  merchant_id: string
  id: string
  terminal_id: string
  order_id: string
  parent_id: string | null
  follow_up_reference: string | null
  session_id: string | null
  payment_link_id: string | null
  agreement_id: string | null
  reference: string
  description: KeptText | null
  transaction_type: TransactionType
  channel: 'ecommerce'
  currency: string
  amount: bigint
  normalized_amount: bigint
  outgoing_amount: bigint | null
  outgoing_currency: string | null
  captured_amount: bigint
  refunded_amount: bigint
  expired_amount: bigint
  disputed_amount: bigint
  capture_by: Date | null
  authorization_expires_at: Date | null
  capturing_amount: bigint
  refunding_amount: bigint
  capture_state: FollowUpState['captureState']
  void_state: FollowUpState['voidState']
  expiry_state: FollowUpState['expiryState']
  finished_at: Date | null
  settles_from: Date | null
  status: Status
  processing_code: ProcessingCode | null
  response_message: KeptText | null
  errors: Problem[]
  awaiting: Awaiting | null
  shopper_step: ShopperStep | null
  customer: KeptCustomer
  customer_ip: string | null
  payment_method: PaymentMethodView
  instrument_hash: string | null
  stored_token: string | null
  processing_result: ProcessingResult
  authentication_status: FinalTransStatus | null
  authentication_level: 1 | 2 | null
  initiated_by: 'MERCHANT' | 'CUSTOMER'
  systan: number
  return_url: string | null
  error_url: string | null
  cancel_url: string | null
  metadata: string | null
  data: TransactionData | null
  review: Review | null
  browser_info: KeptBrowserInfo | null
  notification_url: string | null
  shopper_page: ShopperPage | null
  created_at: Date
  updated_at: Date
}

export const TRANSACTION_COLUMNS = `merchant_id, id, terminal_id, order_id, parent_id, follow_up_reference, session_id,
  payment_link_id, agreement_id, reference, description, transaction_type, channel, currency, amount, normalized_amount, outgoing_amount, outgoing_currency, captured_amount,
  refunded_amount, expired_amount, disputed_amount, capture_by, authorization_expires_at, capturing_amount, refunding_amount,
  capture_state, void_state, expiry_state, finished_at, settles_from, review, status, processing_code,
  response_message, errors, awaiting, shopper_step, customer, customer_ip, payment_method, instrument_hash, stored_token,
  processing_result, authentication_status, authentication_level, initiated_by, systan, return_url, error_url, cancel_url, metadata, data, browser_info, notification_url, shopper_page,
  created_at, updated_at`

/** What a new row says of itself: `toRowJson` and one of two moments on the database's clock. */
export const NEW_TRANSACTION_COLUMNS = `${TRANSACTION_COLUMNS}, final_capture, due_at, plain_email`

/** What only later steps need and no answer shows. */
export interface TransactionExtras {
  readonly browserInfo: KeptBrowserInfo | null
  /** The merchant's own address for the challenge response, if it overrode ours. */
  readonly notificationUrl: string | null
  /** The page of ours the shopper pays on, where there is one. */
  readonly shopperPage?: ShopperPage | null
  /** Of a capture: there will be none after it. */
  readonly finalCapture?: boolean
}

/** A void in progress, a review and the moment of the end are nothing that a new row has. */
type NewColumn =
  | Exclude<
      keyof TransactionRow,
      'void_state' | 'expiry_state' | 'authorization_expires_at' | 'finished_at' | 'settles_from' | 'review'
    >
  | 'final_capture'
  | 'plain_email'

/** JSON text that `json_populate_record` turns into a row; amounts and metadata to the last digit. */
export function toRowJson(transaction: Transaction, extras: TransactionExtras): string {
  const { authentication, followUps } = transaction
  return JSON.stringify({
    merchant_id: transaction.merchantId,
    id: transaction.id,
    terminal_id: transaction.terminalId,
    order_id: transaction.orderId,
    parent_id: transaction.parentId,
    follow_up_reference: transaction.followUpReference,
    session_id: transaction.sessionId,
    payment_link_id: transaction.paymentLinkId,
    agreement_id: transaction.agreementId,
    reference: transaction.reference,
    description: transaction.description,
    transaction_type: transaction.transactionType,
    channel: transaction.channel,
    currency: transaction.currency,
    amount: exactInteger(transaction.amount),
    normalized_amount: exactInteger(transaction.normalizedAmount),
    outgoing_amount: transaction.outgoingAmount === null ? null : exactInteger(transaction.outgoingAmount),
    outgoing_currency: transaction.outgoingCurrency,
    captured_amount: exactInteger(transaction.capturedAmount),
    refunded_amount: exactInteger(transaction.refundedAmount),
    expired_amount: exactInteger(transaction.expiredAmount),
    disputed_amount: exactInteger(transaction.disputedAmount),
    capture_by: transaction.captureBy?.toISOString() ?? null,
    capturing_amount: exactInteger(followUps.capturingAmount),
    refunding_amount: exactInteger(followUps.refundingAmount),
    capture_state: followUps.captureState,
    final_capture: extras.finalCapture ?? false,
    status: transaction.status,
    processing_code: transaction.processingCode,
    response_message: transaction.responseMessage,
    errors: transaction.errors,
    awaiting: transaction.awaiting,
    shopper_step: transaction.shopperStep,
    customer: transaction.customer,
    plain_email: transaction.customer.email && plainEmail(transaction.customer.email),
    customer_ip: transaction.customerIp,
    payment_method: transaction.paymentMethod,
    instrument_hash: transaction.instrumentHash,
    stored_token: transaction.storedToken,
    processing_result: transaction.processingResult,
    authentication_status: authentication.status,
    authentication_level: authentication.level,
    initiated_by: transaction.initiatedBy,
    systan: transaction.systan,
    return_url: transaction.returnUrl,
    error_url: transaction.errorUrl,
    cancel_url: transaction.cancelUrl,
    metadata: transaction.metadata,
    data: transaction.data,
    browser_info: extras.browserInfo,
    notification_url: extras.notificationUrl,
    shopper_page: extras.shopperPage ?? null,
    // Written here: JSON.stringify takes several times as long to ask a date for its text.
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
  } satisfies Record<NewColumn, unknown>)
}

/** Metadata keeps numbers as written, as `{ rawJSON }` where JavaScript would round them. */
export function fromRow(row: TransactionRow): Transaction {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    terminalId: row.terminal_id,
    orderId: row.order_id,
    parentId: row.parent_id,
    followUpReference: row.follow_up_reference,
    sessionId: row.session_id,
    paymentLinkId: row.payment_link_id,
    agreementId: row.agreement_id,
    reference: row.reference,
    description: row.description,
    transactionType: row.transaction_type,
    channel: row.channel,
    currency: row.currency,
    amount: row.amount,
    normalizedAmount: row.normalized_amount,
    outgoingAmount: row.outgoing_amount,
    outgoingCurrency: row.outgoing_currency,
    capturedAmount: row.captured_amount,
    refundedAmount: row.refunded_amount,
    expiredAmount: row.expired_amount,
    disputedAmount: row.disputed_amount,
    captureBy: row.capture_by,
    authorizationExpiresAt: row.authorization_expires_at,
    followUps: {
      capturingAmount: row.capturing_amount,
      refundingAmount: row.refunding_amount,
      captureState: row.capture_state,
      voidState: row.void_state,
      expiryState: row.expiry_state,
      finishedAt: row.finished_at,
      settlesFrom: row.settles_from ?? row.finished_at,
    },
    status: row.status,
    processingCode: row.processing_code,
    responseMessage: row.response_message,
    errors: row.errors,
    awaiting: row.awaiting,
    shopperStep: row.shopper_step,
    customer: row.customer,
    customerIp: row.customer_ip,
    paymentMethod: row.payment_method,
    instrumentHash: row.instrument_hash,
    storedToken: row.stored_token,
    processingResult: row.processing_result,
    authentication: { status: row.authentication_status, level: row.authentication_level },
    initiatedBy: row.initiated_by,
    systan: row.systan,
    returnUrl: row.return_url,
    errorUrl: row.error_url,
    cancelUrl: row.cancel_url,
    metadata: row.metadata === null ? null : (parseExactly(row.metadata) as KeptJson),
    data: row.data,
    review: row.review,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function extrasOf(row: TransactionRow): TransactionExtras {
  return { browserInfo: row.browser_info, notificationUrl: row.notification_url, shopperPage: row.shopper_page }
}
