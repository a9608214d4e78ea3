import { Counter, Histogram } from 'prom-client'
import type { Observer } from '#flows/observer.ts'

// In a file of its own, because the worker has these metrics too.
const calls = new Counter({
  name: 'tollgate_provider_calls_total',
  help: 'Calls to providers by account, operation and outcome.',
  labelNames: ['provider_account_id', 'operation', 'outcome'],
})

const durations = new Histogram({
  name: 'tollgate_provider_call_duration_seconds',
  help: 'Time until a provider answered or the call ended, by account and operation.',
  labelNames: ['provider_account_id', 'operation'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})

const transactions = new Counter({
  name: 'tollgate_transactions_total',
  help: 'Transactions that reached their final status, by type, payment method, status, processing code and account.',
  labelNames: ['transaction_type', 'payment_method', 'status', 'processing_code', 'provider_account_id'],
})

const authentications = new Counter({
  name: 'tollgate_authentications_total',
  help: 'Authentications of cardholders that are over, by transStatus and whether there was a challenge.',
  labelNames: ['status', 'flow'],
})

const settlementRows = new Counter({
  name: 'tollgate_settlement_rows_total',
  help: 'Rows of imported settlement files by outcome.',
  labelNames: ['outcome'],
})

const unwritten = new Counter({
  name: 'tollgate_acquirer_unwritten_total',
  help: 'Messages that cannot be written as an acquirer wants them, by account and operation.',
  labelNames: ['provider_account_id', 'operation'],
})

const unasked = new Counter({
  name: 'tollgate_acquirer_unasked_total',
  help: 'Messages from an acquirer that cannot be read, and answers that match no request, by account and kind.',
  labelNames: ['provider_account_id', 'kind'],
})

const refusedNotices = new Counter({
  name: 'tollgate_provider_notices_refused_total',
  help: 'Notices that were rejected, by provider and reason.',
  labelNames: ['provider', 'reason'],
})

const reads = new Counter({
  name: 'tollgate_reads_total',
  help: 'Lists and reports by the database server that answered: the primary, or a replica.',
  labelNames: ['server'],
})

export const observer: Observer = {
  providerCalled({ providerAccountId, operation, outcome, seconds }) {
    calls.inc({ provider_account_id: providerAccountId, operation, outcome })
    durations.observe({ provider_account_id: providerAccountId, operation }, seconds)
  },
  transactionEnded({ transactionType, paymentMethod, status, processingCode }, providerAccountId) {
    transactions.inc({
      transaction_type: transactionType,
      payment_method: paymentMethod.type ?? '',
      status,
      processing_code: processingCode ?? '',
      provider_account_id: providerAccountId ?? '',
    })
  },
  authenticationEnded(status, level) {
    authentications.inc({ status, flow: level === 1 ? 'frictionless' : 'challenge' })
  },
  acquirerMessageUnwritten(providerAccountId, operation) {
    unwritten.inc({ provider_account_id: providerAccountId, operation })
  },
  acquirerMessageUnasked(providerAccountId, kind) {
    unasked.inc({ provider_account_id: providerAccountId, kind })
  },
  noticeRefused(provider, reason) {
    refusedNotices.inc({ provider, reason })
  },
  readAnswered(server) {
    reads.inc({ server })
  },
  settlementImported({ agreed, different, theirsOnly: theirs_only, duplicate, rejected }) {
    for (const [outcome, count] of Object.entries({ agreed, different, theirs_only, duplicate, rejected })) {
      settlementRows.inc({ outcome }, count)
    }
  },
}
