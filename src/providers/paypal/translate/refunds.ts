import type { AskedAttempt, ProcessingCode, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, asAsked, getPath, getText } from '#providers/port/tools.ts'
import { repeatedAmount } from './amount.ts'

/** Statuses of refunds. An unknown one is not final. A refund may fail after it was completed. */
const REFUNDS: Readonly<Record<string, readonly [ProcessingCode, string]>> = {
  COMPLETED: ['0000', 'PayPal has given the money back.'],
  PENDING: ['1002', 'PayPal has not decided yet.'],
  FAILED: ['1000', 'PayPal could not give the money back.'],
  CANCELLED: ['1000', 'The refund was canceled at PayPal.'],
}

/** @throws OtherMoney as `asAsked` does */
export function refundSaysOf(
  refund: unknown,
  { attemptId, money }: Pick<AskedAttempt, 'attemptId' | 'money'>,
): ProviderAnswer {
  return asAsked(refundSays(refund), {
    ...repeatedAmount(money, getPath(refund, 'amount')),
    ids: ['custom_id', 'invoice_id'].map((path) => [attemptId, getText(refund, path)] as const),
  })
}

export function refundSays(refund: unknown): ProviderAnswer {
  const status = getText(refund, 'status') ?? 'UNKNOWN'
  const [code, message] = REFUNDS[status] ?? REFUNDS.PENDING!
  return answerWith(code, message, {
    referenceNumber: getText(refund, 'id') ?? null,
    providerResponseCode: getText(refund, 'status_details.reason') ?? status,
    providerResponseMessage: status,
  })
}
