import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeWebhookDispatcher, openWebhookDispatcher } from '#events/webhook-dispatcher.ts'
import { offerMetrics } from '#http/monitoring/metrics-cluster.ts'
import type { ConnectedConfig } from './config.ts'
import { openGateway } from './open-gateway.ts'
import { type WorkerTask, workerTasks } from './worker-tasks.ts'

/**
 * The background worker: deliveries, overdue transactions, reversals, housekeeping. Every task claims its rows by their
 * own state, so any number of workers may run.
 */
export async function startWorker(config: ConnectedConfig): Promise<{ close(): Promise<void> }> {
  const open = await openGateway(config, 'worker', 4)
  const { gateway, close } = open
  if (cluster.isWorker) offerMetrics()
  const stopping = new AbortController()
  const dispatcher = openWebhookDispatcher(gateway)
  const loops = workerTasks(open, dispatcher).map((task) => repeat(task, gateway.log, stopping.signal))
  return {
    close: async () => {
      stopping.abort()
      await Promise.all(loops)
      await closeWebhookDispatcher(dispatcher)
      await close()
    },
  }
}

/** Runs a task until told to stop: at once again while there is more to do, else after its pause. */
async function repeat(
  task: WorkerTask,
  log: { error(fields: object, text: string): void },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const more = await task.run().catch((error: unknown) => {
      log.error({ err: error, task: task.name }, 'a background task failed and will be tried again')
      return false
    })
    if (!more) await sleep(task.pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
