import { manage } from '#flows/manage/index.ts'
import { followUpOf, ManageBody } from '#interface/payment.ts'
import { TransactionRecord } from '#interface/transaction.ts'
import { answer, post } from '../../route.ts'
import { rereadRecord, viewFor } from '../transactions/caller-view.ts'
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
    const transaction = await manage(gateway, { ...followUpOf(body), merchantId: caller.merchantId, repeatable })
    return answer(viewFor(gateway, caller, transaction))
  },
})
