import type { Beneficiary } from '#domain/beneficiary.ts'
import { plainAccountNumber } from '#domain/beneficiary.ts'
import { parseAmount } from '#domain/money.ts'
import type { Problem } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { payOnce } from '#flows/payment/authorize/pay-once.ts'
import type { PaymentRequest } from '#flows/payment/authorize/payment-request.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { customerOf } from '#interface/customer.ts'
import { Envelope } from '#interface/envelope.ts'
import { clientMay } from '../../request/client-limits.ts'
import { answer, post, type ValidParts } from '../../route.ts'
import { envelopeView, rereadEnvelope } from '../transactions/envelope.ts'
import { PayoutBody } from './bodies.ts'
import { simulatorProblems } from './rules.ts'

/** Currency of UPI, which needs the code of bank and branch (docs/reference/payments.md#beneficiary). */
const RUPEE = 'INR'

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
    const step = await payOnce(gateway, paymentRequestOf(caller, body, ip), clientMay(caller, 'payments.read'))
    return answer(envelopeView(gateway, caller, step))
  },
})

function missingIfsc({ currency, beneficiary }: ValidParts<PayoutBody>): Problem[] {
  if (currency !== RUPEE || !beneficiary?.data || beneficiary.data.ifsc != null) return []
  const message = 'Add the IFSC of the beneficiary; INR needs it.'
  return [{ property: 'beneficiary.data.ifsc', message, params: [] }]
}

function paymentRequestOf(caller: MerchantCaller, body: PayoutBody, ip: string): PaymentRequest {
  const type = body.currency === RUPEE ? 'payout_upi' : 'payout_bank_account'
  return {
    merchantId: caller.merchantId,
    terminalId: body.terminal_id,
    reference: body.reference,
    referenceKind: 'payout',
    description: body.description,
    currency: body.currency,
    amount: parseAmount(body.amount)!,
    transactionType: 'PAYOUT',
    paymentMethod: { kind: 'bank-account', type, name: 'PAYOUT', beneficiary: beneficiaryOf(body.beneficiary) },
    saveCard: false,
    customer: customerOf(body.customer),
    customerIp: body.customer_ip || ip,
    browserInfo: null,
    metadata: body.metadata ?? null,
    returnUrl: body.return_url ?? null,
    errorUrl: null,
    cancelUrl: null,
    notificationUrl: null,
    captureBy: null,
  }
}

function beneficiaryOf({ type, data }: PayoutBody['beneficiary']): Beneficiary {
  return {
    type,
    accountNumber: new Secret(plainAccountNumber(data.account_number)),
    accountName: data.account_name,
    ifsc: data.ifsc?.toUpperCase() ?? null,
    bankCode: data.bank_code ?? null,
    bankName: data.bank_name ?? null,
    bankBranch: data.bank_branch ?? null,
    bankAddress: data.bank_address ?? null,
    bankCity: data.bank_city ?? null,
    bankState: data.bank_state ?? null,
    mobile: data.mobile ?? null,
  }
}
