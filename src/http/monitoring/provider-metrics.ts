import { Counter, Histogram } from 'prom-client'
import type { ObservedCall } from '#flows/provider-calls/observe-call.ts'

// Apart from the other metrics: the worker offers these too, as it makes most inquiries and reversals, and no more.
const calls = new Counter({
  name: 'tollgate_provider_calls_total',
  help: 'Calls to providers by account, operation and outcome.',
  labelNames: ['provider_account_id', 'operation', 'outcome'],
})

const durations = new Histogram({
  name: 'tollgate_provider_call_duration_seconds',
  help: 'Time until a provider answered or was given up, by account and operation.',
  labelNames: ['provider_account_id', 'operation'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})

/** Counts one call to a provider. */
export function observeProviderCall({ providerAccountId, operation, outcome, seconds }: ObservedCall): void {
  calls.inc({ provider_account_id: providerAccountId, operation, outcome })
  durations.observe({ provider_account_id: providerAccountId, operation }, seconds)
}
