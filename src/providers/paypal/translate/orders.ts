import type { AskedAttempt, ProcessingCode, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, asAsked, getPath, getText, redirectTo } from '#providers/port/tools.ts'
import { repeatedAmount } from './amount.ts'

const CAPTURE = 'purchase_units.0.payments.captures.0'

/** Statuses of captures. An unknown one is not final. */
const CAPTURES: Readonly<Record<string, ProcessingCode>> = {
  COMPLETED: '0000',
  PARTIALLY_REFUNDED: '0000',
  PENDING: '1002',
  DECLINED: '1000',
  FAILED: '1000',
  // The full amount was refunded: no charge is left.
  REFUNDED: '1001',
}

const MESSAGES: Partial<Record<ProcessingCode, string>> = {
  '0000': 'PayPal has taken the payment.',
  '1000': 'PayPal declined.',
  '1001': 'The payment was returned.',
}

export interface Capture {
  readonly id: string
  readonly status: string
}

export function findCapture(order: unknown): Capture | undefined {
  const id = getText(order, `${CAPTURE}.id`)
  return id === undefined ? undefined : { id, status: getText(order, `${CAPTURE}.status`) ?? 'UNKNOWN' }
}

/** Answer of an order; `approved` if the payer agreed and the money is to be captured now. */
export function parseOrder(order: unknown): ProviderAnswer | 'approved' {
  const capture = findCapture(order)
  if (capture) return answerOfCapture(capture, order)
  const status = getText(order, 'status') ?? 'UNKNOWN'
  if (getText(order, 'intent') === 'AUTHORIZE' || status === 'VOIDED') return neverCaptured(status)
  if (status === 'APPROVED') return 'approved'
  const url = findPayerLink(order)
  const waits = status === 'PAYER_ACTION_REQUIRED' || status === 'CREATED'
  if (waits && url !== undefined) return redirectTo(url)
  return pending(status)
}

/** @throws OtherMoney as `asAsked` does */
export function orderSaysOf(
  order: unknown,
  { attemptId, money }: Pick<AskedAttempt, 'attemptId' | 'money'>,
): ProviderAnswer | 'approved' {
  const says = parseOrder(order)
  if (says === 'approved') return says
  const ids = [`${CAPTURE}.custom_id`, `${CAPTURE}.invoice_id`, 'purchase_units.0.custom_id']
  return asAsked(says, {
    ...repeatedAmount(money, getPath(order, `${CAPTURE}.amount`)),
    ids: ids.map((path) => [attemptId, getText(order, path)] as const),
  })
}

/** URL on which the payer approves an order or chooses another way to pay. */
export function findPayerLink(answer: unknown): string | undefined {
  const links = getPath(answer, 'links')
  const found = ['payer-action', 'approve', 'redirect'].flatMap((rel) => {
    return Array.isArray(links) ? links.filter((link) => getText(link, 'rel') === rel) : []
  })
  return getText(found[0], 'href')
}

export function neverCaptured(status: string): ProviderAnswer {
  return answerWith('1001', 'The order was never captured; nothing was charged.', { providerResponseCode: status })
}

export function pending(status: string): ProviderAnswer {
  return answerWith('1002', 'PayPal has not decided yet.', { providerResponseCode: status })
}

function answerOfCapture({ id, status }: Capture, order: unknown): ProviderAnswer {
  const code = CAPTURES[status] ?? '1002'
  const reason = getText(order, `${CAPTURE}.status_details.reason`)
  const answered = getText(order, `${CAPTURE}.processor_response.response_code`)
  return answerWith(code, MESSAGES[code] ?? 'PayPal has not decided yet.', {
    referenceNumber: id,
    providerResponseCode: answered ?? reason ?? status,
    providerResponseMessage: status,
  })
}
