import type { Transaction } from '#domain/transaction.ts'
import type { Attempt } from '#store/transactions/attempts.ts'
import { type FinalExpiry, insertExpiry, makeExpiryDue } from '#store/transactions/expiries.ts'
import type { Gateway } from '../gateway.ts'
import { inquire } from '../payment/inquiry/inquire.ts'
import { finalExpiry } from '../payment/outcome/final-expiry.ts'
import { isGone } from './conclude-expiry.ts'

/** Records a provider's release once, after an inquiry (decision 0020). A capture or void in progress ends first. */
export async function recordProviderExpiry(gateway: Gateway, parent: Transaction, attempt: Attempt): Promise<void> {
  const { sql, clock, observer, log } = gateway
  const { result } = await inquire(gateway, attempt)
  if (!isGone(result)) return
  const recorded = await sql.begin<FinalExpiry | undefined>((tx) =>
    insertExpiry(tx, parent, (held, parts) => finalExpiry(held, parts, clock.now())),
  )
  if (!recorded) return makeExpiryDue(sql, parent)
  observer.transactionEnded(recorded.transaction, attempt.providerAccountId)
  log.info({ transactionId: parent.id, expiryId: recorded.transaction.id }, 'authorization expired at provider')
}
