import type { ProviderAccount } from '#domain/merchant.ts'
import type { AskedAttempt, FollowUp } from '../../provider.ts'
import { merchantAccountOf } from '../config.ts'
import { amountOf } from './amount.ts'

/** A follow-up as it is asked for, the first time and again. */
export type AskedFollowUp = Pick<FollowUp, 'attemptId' | 'money' | 'parent'> & Pick<AskedAttempt, 'operation'>

/** The request for a follow-up, or null where Adyen cannot count the amount. */
export function modificationOf(account: ProviderAccount, { attemptId, operation, money, parent }: AskedFollowUp) {
  const payment = `/payments/${parent.providerReference}`
  const body = { merchantAccount: merchantAccountOf(account), reference: attemptId }
  if (operation === 'VOID') {
    // A purchase may be captured already: this order cancels or refunds it, whichever is possible.
    return { path: `${payment}/${parent.operation === 'AUTHORIZE' ? 'cancels' : 'reversals'}`, body }
  }
  const amount = amountOf(money)
  const path = `${payment}/${operation === 'CAPTURE' ? 'captures' : 'refunds'}`
  return amount && { path, body: { ...body, amount } }
}
