import type { Money, ProcessingCode, ProviderAnswer, Tools } from '@tollgate/provider'

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
export function parseAnswer(tools: Tools, json: unknown, attemptId: string, money: Money): ProviderAnswer {
  const { answerWith, asAsked, getPath, getText } = tools
  const status = getText(json, 'status') ?? 'unknown'
  const raw = getText(json, 'code') ?? status
  const code = (status === 'declined' ? DECLINES[raw] : undefined) ?? STATUSES[status] ?? '1002'
  const answer = answerWith(code, `The provider answered ${status}.`, {
    referenceNumber: getText(json, 'id') ?? null,
    providerResponseCode: raw,
  })
  return asAsked(answer, {
    amounts: [[String(money.amount), getPath(json, 'amount')]],
    currencies: [[money.currency, getPath(json, 'currency')]],
    ids: [[attemptId, getPath(json, 'attempt')]],
  })
}
