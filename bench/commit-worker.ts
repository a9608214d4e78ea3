import { parentPort, threadId, workerData } from 'node:worker_threads'
import { newId } from '#domain/ids.ts'
import type { Transaction } from '#domain/transaction.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { openTransactionWriter } from '#store/transactions/transaction-writer.ts'
import { findTransactionWithExtras } from '#store/transactions/transactions.ts'
import { closedLoop } from './closed-loop.ts'
import type { CommitTask } from './limits.ts'

/**
 * Writes a payment that was made over and over, as the gateway's own two commits do, and reports how many times it did.
 * No request is read, nothing decrypted, no provider called, and nothing delivered: its merchant has no endpoint.
 */
const { url, merchantId, transactionId, connections, seconds } = workerData as CommitTask
/** As many as an API process has. */
const POOL = 12
/** When the worker would check one, in seconds: later than any of them lasts. */
const DUE = 60

const sql = openDatabase(url, 'bench', POOL)
const made = (await findTransactionWithExtras(sql, merchantId, transactionId))!
const limitMerchantId = await createMerchant(sql)
const writer = openTransactionWriter(sql, DUE)
const { done } = await closedLoop({ connections, warmUpSeconds: 1, seconds }, writeOne)
await sql.end()
parentPort?.postMessage(done)

async function writeOne(): Promise<void> {
  const { transaction, ...extras } = made
  const ended: Transaction = {
    ...transaction,
    merchantId: limitMerchantId,
    id: newId('trx'),
    orderId: newId('ord'),
    reference: newId('trx'),
  }
  const { paymentProviderId, paymentProviderAccountId } = ended.processingResult
  const attempt = {
    attemptId: newId('att'),
    number: 1,
    provider: paymentProviderId!,
    providerAccountId: paymentProviderAccountId!,
  }
  const kept = { storedCard: null, walletMessage: null, referenceKind: 'transaction' as const }
  const recorded = await writer.recordIntent({ version: 1n, transaction: begunOf(ended), attempt, ...kept, ...extras })
  if (recorded.kind !== 'recorded') throw new Error(`The intent was not recorded: ${recorded.kind}.`)
  const answered = { attemptId: attempt.attemptId, reversalRequested: false }
  const event = { id: newId('evt'), text: transactionProcessed(ended), traceparent: null }
  await writer.finish({
    ended,
    expected: 'provider-answer',
    lasts: null,
    fee: 0n,
    attempt: answered,
    event,
    further: [],
  })
}

function begunOf(ended: Transaction): Transaction {
  return { ...ended, status: 'PENDING', processingCode: '1002', awaiting: 'provider-answer', capturedAmount: 0n }
}

async function createMerchant(database: Database): Promise<string> {
  const id = `${newId('mer')}_${threadId}`
  await database`insert into merchants (merchant_id, name, client_key) values (${id}, 'Limit', ${id})`
  return id
}
