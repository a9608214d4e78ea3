import type { Money, ProcessingCode, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, asAsked, getPath, getText } from '#providers/port/tools.ts'

/** Statuses of the provider, as processing codes. An unknown one is pending, never a decline. */
const STATUSES: Readonly<Record<string, ProcessingCode>> = {
  succeeded: '0000',
  processing: '1002',
  declined: '1000',
  canceled: '1001',
}

/** Decline codes that mean more than "declined". An unknown one is 1000 with the raw code. */
const DECLINES: Readonly<Record<string, ProcessingCode>> = { insufficient_funds: '1004', fraud: '4101' }

/** Converts a charge or a refund into its outcome. @throws OtherMoney as `asAsked` does */
export function parseAnswer(json: unknown, attemptId: string, { amount, currency }: Money): ProviderAnswer {
  const status = getText(json, 'status') ?? 'unknown'
  const raw = getText(json, 'code') ?? status
  const code = (status === 'declined' ? DECLINES[raw] : undefined) ?? STATUSES[status] ?? '1002'
  const answer = answerWith(code, `The provider answered ${status}.`, {
    referenceNumber: getText(json, 'id') ?? null,
    providerResponseCode: raw,
  })
  return asAsked(answer, {
    amounts: [[String(amount), getPath(json, 'amount')]],
    currencies: [[currency, getPath(json, 'currency')]],
    ids: [[attemptId, getPath(json, 'attempt')]],
  })
}
