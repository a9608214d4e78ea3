import type { ApiAnswer, AskedAttempt, Money, ProcessingCode, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, asAsked, getText } from '#providers/port/tools.ts'
import { repeatedMoney } from './amount.ts'
import { transferIdOf } from './requests.ts'

/** @throws OtherMoney as `asAsked` does */
export function refundSaysOf(refund: unknown, refundId: string, money: Money): ProviderAnswer {
  const ids = [[refundId, getText(refund, 'refund_id')] as const]
  return asAsked(parseRefund(refund), { ...repeatedMoney(money, refund, 'refund'), ids })
}

/** @throws OtherMoney as `asAsked` does */
export function transferSaysOf(
  transfer: unknown,
  { attemptId, money }: Pick<AskedAttempt, 'attemptId' | 'money'>,
): ProviderAnswer {
  const ids = [[transferIdOf(attemptId), getText(transfer, 'transfer_id')] as const]
  return asAsked(parseTransfer(transfer), { ...repeatedMoney(money, transfer, 'transfer'), ids })
}

type Table = Readonly<Record<string, readonly [ProcessingCode, string]>>

const UNDER_WAY = ['1002', 'Cashfree has not decided yet.'] as const

/** Statuses of refunds. An unknown one is not final. */
const REFUNDS: Table = {
  SUCCESS: ['0000', 'Cashfree has given the money back.'],
  PENDING: UNDER_WAY,
  ONHOLD: UNDER_WAY,
  CANCELLED: ['1000', 'The refund was canceled at Cashfree.'],
  FAILED: ['1000', 'Cashfree could not give the money back.'],
}

/** Statuses of transfers. A completed one may be reversed: the money returned. An unknown one is not final. */
const TRANSFERS: Table = {
  SUCCESS: ['0000', 'Cashfree has sent the money.'],
  RECEIVED: UNDER_WAY,
  APPROVAL_PENDING: UNDER_WAY,
  PENDING: UNDER_WAY,
  FAILED: ['1000', 'Cashfree could not send the money.'],
  REJECTED: ['1000', 'Cashfree declined to send the money.'],
  REVERSED: ['1000', "The beneficiary's bank sent the money back."],
}

export function parseRefund(refund: unknown): ProviderAnswer {
  const number = getText(refund, 'refund_arn') ?? getText(refund, 'cf_refund_id')
  const status = getText(refund, 'refund_status') ?? 'UNKNOWN'
  return says(REFUNDS[status] ?? UNDER_WAY, number, status, getText(refund, 'status_description'))
}

export function parseTransfer(transfer: unknown): ProviderAnswer {
  const number = getText(transfer, 'transfer_utr') ?? getText(transfer, 'cf_transfer_id')
  const status = getText(transfer, 'status') ?? 'UNKNOWN'
  const code = getText(transfer, 'status_code') ?? status
  return says(TRANSFERS[status] ?? UNDER_WAY, number, code, getText(transfer, 'status_description'))
}

function says(
  [code, message]: readonly [ProcessingCode, string],
  number: string | undefined,
  raw: string,
  description: string | undefined,
): ProviderAnswer {
  return answerWith(code, message, {
    referenceNumber: number ?? null,
    providerResponseCode: raw,
    providerResponseMessage: description ?? null,
  })
}

/** A message may quote rejected data: a phone number, an account. */
const LONG_NUMBER = /\d{6,}/g

/** 4xx answers, which all mean that no money moved: 400 and 422 reject the request, the others reject us. */
export function refusalOf({ status, json }: ApiAnswer): ProviderAnswer {
  const code = status === 400 || status === 422 ? '1000' : '1001'
  return answerWith(code, code === '1000' ? 'Cashfree declined.' : 'Cashfree did not process it.', {
    providerResponseCode: getText(json, 'code') ?? String(status),
    providerResponseMessage: getText(json, 'message')?.replaceAll(LONG_NUMBER, '…') ?? null,
  })
}

/** An object with this ID exists, or is being created. */
export function isDuplicateId({ status, json }: ApiAnswer): boolean {
  const code = getText(json, 'code') ?? ''
  return (
    status === 409 ||
    /already_exist|transfer_id_exists|duplicate/.test(code) ||
    getText(json, 'type') === 'idempotency_error'
  )
}
