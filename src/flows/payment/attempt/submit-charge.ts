import type { AuthenticationProof } from '#domain/authentication.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import { originalType } from '#domain/transaction-type.ts'
import type { Charge, ProviderAnswer } from '#providers/port/provider.ts'
import type { Gateway } from '../../gateway.ts'
import { callProvider } from '../../provider-calls/call-provider.ts'
import { noticeUrl, providerReturnUrl } from '../../provider-calls/callback-urls.ts'
import type { ActiveAttempt } from './active-attempt.ts'

/** @param proof null without an authentication; then an issuer that requires one declines again */
export async function submitCharge(
  gateway: Gateway,
  open: ActiveAttempt,
  proof: AuthenticationProof | null,
): Promise<ProviderAnswer | 'unknown'> {
  const { account, round } = open
  if (round > 1 && !proof) return UNAUTHENTICATED
  const charge = chargeOf(gateway, open, proof)
  const { merchantId, attemptId } = charge
  const about = { account, merchantId, attemptId }
  return callProvider(gateway, about, 'authorize', (provider, call) => provider.authorize(call, charge))
}

const UNAUTHENTICATED: ProviderAnswer = {
  kind: 'outcome',
  outcome: gatewayOutcome('1000', 'The issuer asks for an authentication that this card does not take part in.'),
}

function chargeOf(gateway: Gateway, open: ActiveAttempt, proof: AuthenticationProof | null): Charge {
  const { transaction, attemptId, instrument, agreement, merchantName, account } = open
  return {
    attemptId,
    transactionId: transaction.id,
    merchantId: transaction.merchantId,
    merchantName,
    reference: transaction.reference,
    transactionType: originalType(transaction),
    money: { amount: transaction.amount, currency: transaction.currency },
    instrument,
    agreement: agreement && { ...agreement, initiatedBy: transaction.initiatedBy },
    customer: transaction.customer,
    shopperIp: transaction.customerIp,
    proof,
    round: open.round,
    ask: transaction.data?.recovery?.asks ?? 1,
    returnUrl: providerReturnUrl(gateway, transaction),
    noticeUrl: noticeUrl(gateway, account),
    metadata: transaction.metadata ?? {},
  }
}
