import type { CardInstrument } from '#domain/instrument.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import { type Authentication, findAuthenticationSecret } from '#store/three-ds/authentications.ts'
import { findTransactionWithExtras } from '#store/transactions/transactions.ts'
import type { PaymentDataBinding } from '#vault/vault.ts'
import { bindingOf } from '../attempt/authenticate.ts'
import type { OpenAttempt } from '../attempt/open-attempt.ts'
import type { Gateway } from '../gateway.ts'
import { type Shop, shopOf } from './shop-of.ts'

/** An attempt that goes on after the shopper's step, with the key its next payment_data is sealed with. */
export interface ReopenedAttempt extends OpenAttempt {
  readonly instrument: CardInstrument
  readonly sealedKey: Uint8Array
  readonly shop: Shop
}

/**
 * Opens the card that was sealed for this step.
 * @returns the transaction alone where the secret is gone: only a crash of the database can have taken it
 */
export async function reopenAttempt(
  gateway: Gateway,
  authentication: Authentication,
  step: PaymentDataBinding['step'],
): Promise<{ readonly transaction: Transaction; readonly attempt: ReopenedAttempt | undefined }> {
  const { merchantId, transactionId, threeDsServerTransId, round, attemptId } = authentication
  const [found, secret] = await Promise.all([
    findTransactionWithExtras(gateway.sql, merchantId, transactionId),
    findAuthenticationSecret(gateway.sql, merchantId, transactionId),
  ])
  if (!found) throw new Error(`Transaction ${transactionId} is gone.`)
  const { transaction } = found
  if (!secret) return { transaction, attempt: undefined }

  const account = await findProviderAccount(gateway.sql, merchantId, accountIdOf(transaction))
  if (!account) throw new Error(`The provider account of ${transactionId} is gone.`)
  const binding = { ...bindingOf(transaction), threeDsServerTransId, step, round }
  const card = gateway.vault.openPaymentData(secret.sealedKey, binding, secret.paymentData)
  const shop = await shopOf(gateway, transaction)
  return {
    transaction,
    attempt: {
      ...found,
      attemptId,
      round,
      account,
      instrument: { kind: 'card', card, cryptogram: null },
      merchantName: shop.name,
      shop,
      sealedKey: secret.sealedKey,
    },
  }
}

function accountIdOf(transaction: Transaction): string {
  return transaction.processingResult.paymentProviderAccountId ?? ''
}
