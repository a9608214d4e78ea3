import { Counter, Gauge } from 'prom-client'

const attempts = new Counter({
  name: 'tollgate_webhook_attempts_total',
  help: 'Attempts to deliver an event, by endpoint and outcome.',
  labelNames: ['webhook_endpoint_id', 'outcome'],
})

const mails = new Counter({
  name: 'tollgate_mail_attempts_total',
  help: 'Attempts to send an email, by kind and outcome.',
  labelNames: ['kind', 'outcome'],
})

const runs = new Counter({
  name: 'tollgate_worker_task_runs_total',
  help: 'Runs of the worker’s tasks by outcome.',
  labelNames: ['task', 'outcome'],
})

const lastRuns = new Gauge({
  name: 'tollgate_worker_task_last_success_timestamp_seconds',
  help: 'When each of the worker’s tasks last ran to its end.',
  labelNames: ['task'],
  aggregator: 'max',
})

/** @param status null without an answer */
export function observeWebhookAttempt(webhookEndpointId: string, status: number | null): void {
  attempts.inc({ webhook_endpoint_id: webhookEndpointId, outcome: outcomeOf(status) })
}

function outcomeOf(status: number | null): 'delivered' | 'refused' | 'unanswered' {
  if (status === null) return 'unanswered'
  return status >= 200 && status < 300 ? 'delivered' : 'refused'
}

export function observeMail(kind: string, outcome: 'sent' | 'refused' | 'failed'): void {
  mails.inc({ kind, outcome })
}

export function observeTask(task: string, hasSucceeded: boolean): void {
  runs.inc({ task, outcome: hasSucceeded ? 'succeeded' : 'failed' })
  if (hasSucceeded) lastRuns.set({ task }, Date.now() / 1000)
}
