import { majorUnitsOf } from '#domain/currency.ts'
import { fittingText } from '#domain/provider-text.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { CsvFormat } from '#interface/csv.ts'
import { type Cell, csvFile } from '../../response/csv.ts'

const COLUMNS: Readonly<Record<string, (transaction: Transaction, localTime: (at: Date) => string) => Cell>> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => createdAt.toISOString(),
  created_at_local: ({ createdAt }, localTime) => localTime(createdAt),
  transaction_type: ({ transactionType }) => transactionType,
  status: ({ status }) => status,
  processing_code: ({ processingCode }) => processingCode,
  response_message: ({ responseMessage, status }) => fittingText(responseMessage, status),
  reference: ({ reference }) => reference,
  order_id: ({ orderId }) => orderId,
  parent_id: ({ parentId }) => parentId,
  terminal_id: ({ terminalId }) => terminalId,
  description: ({ description }) => description,
  currency: ({ currency }) => currency,
  amount: ({ amount, currency }) => ({ decimal: majorUnitsOf({ amount, currency }) }),
  amount_minor: ({ amount }) => amount,
  captured_amount_minor: ({ capturedAmount }) => capturedAmount,
  refunded_amount_minor: ({ refundedAmount }) => refundedAmount,
  payment_method: ({ paymentMethod }) => paymentMethod.type,
  masked: ({ paymentMethod }) => paymentMethod.masked,
  brand: ({ paymentMethod }) => paymentMethod.brand,
  provider: ({ processingResult }) => processingResult.paymentProviderId,
  provider_account_id: ({ processingResult }) => processingResult.paymentProviderAccountId,
  approval_code: ({ processingResult }) => processingResult.approvalCode,
  reference_number: ({ processingResult }) => processingResult.referenceNumber,
  authentication_status: ({ authentication }) => authentication.status,
  customer_id: ({ customer }) => customer.id,
  customer_email: ({ customer }) => customer.email,
  follow_up_reference: ({ followUpReference }) => followUpReference,
  authorization_expires_at: ({ authorizationExpiresAt }) => authorizationExpiresAt?.toISOString() ?? null,
  expired_amount_minor: ({ expiredAmount }) => expiredAmount,
  payment_link_id: ({ paymentLinkId }) => paymentLinkId,
}

/** Writes transactions as CSV; the header names the zone of the second time. */
export function transactionsCsv(
  format: CsvFormat,
  pages: AsyncIterable<readonly Transaction[]>,
  timeZone: string,
): AsyncGenerator<string> {
  const header = Object.keys(COLUMNS).map((name) => (name === 'created_at_local' ? `created_at ${timeZone}` : name))
  return csvFile(format, header, rowsOf(pages, clockOf(timeZone)))
}

async function* rowsOf(pages: AsyncIterable<readonly Transaction[]>, localTime: (at: Date) => string) {
  for await (const page of pages)
    yield page.map((one) => Object.values(COLUMNS).map((cellOf) => cellOf(one, localTime)))
}

/** Formats times of a zone for spreadsheets: `2026-01-31 23:30:05`. */
function clockOf(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => format.format(at)
}
