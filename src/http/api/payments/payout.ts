import { type Problem, problem } from '#domain/problem.ts'
import { payOnce } from '#flows/payment/authorize/pay-once.ts'
import { Envelope } from '#interface/envelope.ts'
import { PayoutBody, payoutOf, RUPEE } from '#interface/payment.ts'
import { clientMay } from '../../request/client-limits.ts'
import { answer, post, type ValidParts } from '../../route.ts'
import { envelopeView, rereadEnvelope } from '../transactions/envelope.ts'
import { simulatorProblems } from './rules.ts'

export const payoutRoute = post('/api/transactions/payout', {
  guard: 'merchant',
  permission: 'payouts.create',
  terminals: 'named',
  tag: 'Transactions',
  operation: 'createPayout',
  summary: 'Send money to a bank account',
  description: 'Idempotent by reference; never sent twice for one.',
  body: PayoutBody,
  rules: (body, gateway) => [...missingIfsc(body), ...simulatorProblems(gateway, body)],
  answers: { 200: Envelope },
  reread: rereadEnvelope,
  handle: async (gateway, { caller, body, ip }) => {
    const request = { ...payoutOf(body), merchantId: caller.merchantId, customerIp: body.customer_ip || ip }
    const step = await payOnce(gateway, request, clientMay(caller, 'payments.read'))
    return answer(envelopeView(gateway, caller, step))
  },
})

function missingIfsc({ currency, beneficiary }: ValidParts<PayoutBody>): Problem[] {
  if (currency !== RUPEE || !beneficiary?.data || beneficiary.data.ifsc != null) return []
  const message = 'Add the IFSC of the beneficiary; INR needs it.'
  return [problem('beneficiary.data.ifsc', message)]
}
