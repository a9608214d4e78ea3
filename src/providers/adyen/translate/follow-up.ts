import type { AskedAttempt, FollowUp, ProviderAccount } from '#providers/port/tools.ts'
import { merchantAccountOf } from '../config.ts'
import { amountOf } from './amount.ts'
import { linesOf } from './link.ts'

export type AskedFollowUp = Pick<FollowUp, 'attemptId' | 'reference' | 'money' | 'parent'> &
  Pick<AskedAttempt, 'operation'>

/** Request of a follow-up; null if Adyen cannot represent the amount. */
export function modificationOf(account: ProviderAccount, asked: AskedFollowUp) {
  const { attemptId, operation, reference, money, parent } = asked
  const payment = `/payments/${parent.providerReference}`
  const body = { merchantAccount: merchantAccountOf(account), reference: attemptId }
  if (operation === 'VOID') {
    // A purchase may be captured already: this request cancels or refunds it, as possible.
    return { path: `${payment}/${parent.operation === 'AUTHORIZE' ? 'cancels' : 'reversals'}`, body }
  }
  const amount = amountOf(money)
  const path = `${payment}/${operation === 'CAPTURE' ? 'captures' : 'refunds'}`
  return amount && { path, body: { ...body, amount, ...linesOf(parent.paymentMethod, reference, amount) } }
}
