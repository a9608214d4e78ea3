import type { KeptBrowserInfo } from '#domain/customer.ts'
import { plainEmail } from '#domain/email.ts'
import { parseExactly } from '#domain/exact-json.ts'
import type { KeptJson } from '#domain/kept-text.ts'
import type { FollowUpState, ShopperPage, Transaction } from '#domain/transaction.ts'
import { record } from '../shape/record.ts'

/** Fields of a transaction for later steps; never returned. */
export interface TransactionExtras {
  readonly browserInfo: KeptBrowserInfo | null
  /** The merchant's address for the challenge response, if it overrides ours. */
  readonly notificationUrl: string | null
  /** Our page that the shopper pays on, if any. */
  readonly shopperPage?: ShopperPage | null
  readonly finalCapture?: boolean
}

type Plain = Omit<Transaction, 'followUps' | 'authentication' | 'metadata'>
type Extras = Omit<Required<TransactionExtras>, 'finalCapture'>

/** A row of `transactions`; its metadata is text, so that numbers stay as they were written. */
export interface TransactionRow extends Plain, FollowUpState, Extras {
  readonly metadata: string | null
  readonly authenticationStatus: Transaction['authentication']['status']
  readonly authenticationLevel: Transaction['authentication']['level']
}

const PLAIN_FIELDS = `id, merchantId, terminalId, orderId, parentId, followUpReference, sessionId, paymentLinkId, agreementId,
  reference, description, transactionType, channel, currency, amount, normalizedAmount, outgoingAmount, outgoingCurrency,
  capturedAmount, refundedAmount, expiredAmount, disputedAmount, captureBy, authorizationExpiresAt, status, processingCode,
  responseMessage, errors, awaiting, shopperStep, customer, customerIp, paymentMethod, instrumentHash, storedToken,
  processingResult, initiatedBy, systan, returnUrl, errorUrl, cancelUrl, data, review, createdAt, updatedAt`
const FOLLOW_UP_FIELDS =
  'capturingAmount, refundingAmount, captureState, voidState, expiryState, finishedAt, settlesFrom'

const PLAIN = record<Plain>()(PLAIN_FIELDS)
const FOLLOW_UPS = record<FollowUpState>()(FOLLOW_UP_FIELDS)

export const TRANSACTION = record<TransactionRow>()(
  `${PLAIN_FIELDS}, ${FOLLOW_UP_FIELDS}, metadata, authenticationStatus, authenticationLevel, browserInfo, notificationUrl,
  shopperPage`,
)

/** Columns of a new row: those of `toRowJson`, and one of two times on the database's clock. */
export const NEW_TRANSACTION_COLUMNS = `${TRANSACTION.columns}, final_capture, due_at, plain_email`

/** Fields that no new row has: a void in progress, a review and the time of the end. */
const LATER = {
  authorizationExpiresAt: undefined,
  review: undefined,
  voidState: undefined,
  expiryState: undefined,
  finishedAt: undefined,
  settlesFrom: undefined,
}

/** JSON text that `json_populate_record` turns into a row; amounts and metadata to the last digit. */
export function toRowJson(transaction: Transaction, extras: TransactionExtras): string {
  const { authentication, followUps, customer } = transaction
  const { browserInfo, notificationUrl, shopperPage = null, finalCapture = false } = extras
  const row = TRANSACTION.row({
    ...transaction,
    ...followUps,
    authenticationStatus: authentication.status,
    authenticationLevel: authentication.level,
    browserInfo,
    notificationUrl,
    shopperPage,
    ...LATER,
  })
  const plain = customer.email && plainEmail(customer.email)
  return JSON.stringify({ ...row, final_capture: finalCapture, plain_email: plain })
}

/** Metadata keeps numbers as written, as `{ rawJSON }` if JavaScript would round them. */
export function fromRow(row: TransactionRow): Transaction {
  const { metadata, authenticationStatus: status, authenticationLevel: level } = row
  return {
    ...PLAIN.pick(row),
    followUps: { ...FOLLOW_UPS.pick(row), settlesFrom: row.settlesFrom ?? row.finishedAt },
    authentication: { status, level },
    metadata: metadata === null ? null : (parseExactly(metadata) as KeptJson),
  }
}

export function extrasOf({ browserInfo, notificationUrl, shopperPage }: TransactionRow): TransactionExtras {
  return { browserInfo, notificationUrl, shopperPage }
}
