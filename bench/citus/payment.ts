import { newId } from '#domain/ids.ts'
import { askedOf, newTransaction } from '#domain/new-transaction.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Ending } from '#store/transactions/endings.ts'
import type { Intent } from '#store/transactions/intent.ts'

/** A purchase about to be recorded, as small as one can be. */
export function intentOf(merchantId: string): Intent {
  const attempt = { attemptId: newId('att'), number: 1, ...ACCOUNT }
  const kept = { storedCard: null, walletMessage: null, referenceKind: 'transaction' as const }
  const extras = { browserInfo: null, notificationUrl: null }
  return { version: 1n, transaction: pending(merchantId), attempt, ...kept, ...extras }
}

/** Its approval. */
export function endingOf({ transaction, attempt }: Intent): Ending {
  const { amount } = transaction
  const ended: Transaction = {
    ...transaction,
    status: 'APPROVED',
    processingCode: '0000',
    awaiting: null,
    capturedAmount: amount,
  }
  const event = { id: newId('evt'), text: '{}', traceparent: null }
  const answered = { attemptId: attempt.attemptId, reversalRequested: false }
  return { ended, expected: 'provider-answer', fee: 0n, attempt: answered, event, further: [] }
}

function pending(merchantId: string): Transaction {
  const id = newId('trx')
  const own = {
    id,
    merchantId,
    terminalId: 'ter_shop',
    reference: id,
    currency: 'EUR',
    amount: 1250n,
    paymentMethod: CARD,
  }
  return askedOf(ACCOUNT, newTransaction({ ...own, transactionType: 'PURCHASE' }, new Date()))
}

const ACCOUNT = { provider: 'card-simulator', providerAccountId: 'acc_1' }
const CARD = { method: 'card', type: 'card', masked: null, brand: null, hash: null, token: null }
