import type { ProviderAccount } from '#domain/merchant.ts'
import { fraudWarningReceived } from '#events/dispute-events.ts'
import type { FraudWarning, NoticeEntry } from '#providers/port/provider.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { findAttempt } from '#store/transactions/attempts.ts'
import { insertNotice } from '#store/transactions/provider-notices.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { askAboutDisputes, disputesOf } from './ask-provider.ts'

/** Records `fraud_warning.received`, once for each notice. @throws RequestError `unavailable` */
export async function receiveFraudWarning(
  gateway: Gateway,
  account: ProviderAccount,
  { key, fields, ...entry }: NoticeEntry,
  warning: FraudWarning,
): Promise<void> {
  const { merchantId, providerAccountId } = account
  const attemptId = await attemptOf(gateway, account, entry.attemptId, warning)
  const attempt = await findAttempt(gateway.sql, merchantId, attemptId)
  if (attempt?.providerAccountId !== providerAccountId) return
  const payment = await findTransaction(gateway.sql, merchantId, attempt.transactionId)
  if (!payment) return
  await gateway.sql.begin(async (tx) => {
    const isNew = await insertNotice(tx, { merchantId, providerAccountId, key, attemptId, fields })
    if (!isNew) return
    await recordFurtherEvents(tx, [fraudWarningReceived(payment, warning.reason, gateway.clock.now())])
  })
}

async function attemptOf(
  gateway: Gateway,
  account: ProviderAccount,
  attemptId: string,
  { paymentReference }: FraudWarning,
): Promise<string> {
  const find = disputesOf(gateway, account.provider)?.findAttempt
  if (attemptId !== '' || paymentReference === undefined || !find) return attemptId
  return (await askAboutDisputes(gateway, account, (access) => find(access, paymentReference))) ?? ''
}
