import { parseAmount } from '#domain/money.ts'
import { manage } from '#flows/manage/index.ts'
import type { FollowUpRequest } from '#flows/manage/request.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { TransactionRecord } from '#interface/transaction.ts'
import { answer, post } from '../../route.ts'
import { rereadRecord, viewFor } from '../transactions/caller-view.ts'
import { ManageBody } from './bodies.ts'
import { simulatorProblems } from './rules.ts'

export const manageRoute = post('/api/transactions/manage', {
  guard: 'merchant',
  permissionByType: { CAPTURE: 'payments.capture', REFUND: 'payments.refund', VOID: 'payments.void' },
  terminals: 'named',
  tag: 'Transactions',
  operation: 'manageTransaction',
  summary: 'Capture, refund or void a transaction',
  description:
    'Runs at the provider account of the payment. Returns the record of the follow-up, also if it is rejected ' +
    '(`INVALID`). Pending follow-ups count against the remaining amount.',
  body: ManageBody,
  rules: (body, gateway) => simulatorProblems(gateway, body),
  answers: { 200: TransactionRecord },
  reread: rereadRecord,
  handle: async (gateway, { caller, body, bytes, header }) => {
    const key = header('idempotency-key')
    // Narrow clients have separate keys.
    const repeatable =
      key === undefined ? null : { key: caller.limits ? `${caller.clientId} ${key}` : key, body: bytes }
    const transaction = await manage(gateway, { ...requestOf(caller, body), repeatable })
    return answer(viewFor(gateway, caller, transaction))
  },
})

function requestOf(caller: MerchantCaller, body: ManageBody): Omit<FollowUpRequest, 'repeatable'> {
  return {
    merchantId: caller.merchantId,
    terminalId: body.terminal_id,
    reference: body.reference,
    currency: body.currency,
    amount: parseAmount(body.amount)!,
    type: body.transaction_type,
    parentId: body.parent_transaction_id ?? null,
    followUpReference: body.follow_up_reference ?? null,
    finalCapture: body.transaction_type === 'CAPTURE' && body.options?.final_capture === true,
    metadata: body.metadata ?? null,
  }
}
