import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeWebhookDispatcher, openWebhookDispatcher } from '#events/webhook-dispatcher.ts'
import type { Gateway } from '#flows/gateway.ts'
import { addDatabaseGauges } from '#http/monitoring/database-gauges.ts'
import { exposeMetrics } from '#http/monitoring/metrics-cluster.ts'
import { observeTask, observeWebhookAttempt } from '#http/monitoring/worker-metrics.ts'
import type { ConnectedConfig } from './config.ts'
import { nextIdlePause } from './idle-pause.ts'
import { openGateway } from './open-gateway.ts'
import { type WorkerTask, workerTasks } from './worker-tasks.ts'

/** Starts the background worker. Tasks claim rows by their state, so any number of workers may run. */
export async function startWorker(config: ConnectedConfig): Promise<{ close(): Promise<void> }> {
  const open = await openGateway(config, 'worker', 4)
  const { gateway, close } = open
  if (cluster.isWorker) exposeMetrics('worker')
  const scrapes = config.processes === 'worker' ? await serveMetrics(gateway, config) : undefined
  const stopping = new AbortController()
  const dispatcher = openWebhookDispatcher({ ...gateway, observeAttempt: observeWebhookAttempt })
  const loops = workerTasks(open, dispatcher).map((task) => repeat(task, gateway.log, stopping.signal))
  return {
    close: async () => {
      stopping.abort()
      scrapes?.close()
      await Promise.all(loops)
      await closeWebhookDispatcher(dispatcher)
      await close()
    },
  }
}

/** Without an API process next to it, the worker serves its metrics. */
async function serveMetrics(gateway: Gateway, { metricsPort, host }: ConnectedConfig): Promise<Server | undefined> {
  if (metricsPort === null) return undefined
  const { listenForScrapes } = await import('#http/monitoring/metrics.ts')
  addDatabaseGauges(gateway)
  return listenForScrapes(metricsPort, host)
}

/** Repeats a task: immediately while there is more to do, else after a pause, its own or the one it requested. */
async function repeat(
  task: WorkerTask,
  log: { error(fields: object, text: string): void },
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = task.pauseMs
  while (!signal.aborted) {
    const more = await task.run().then(
      (result) => {
        observeTask(task.name, true)
        return result
      },
      (error: unknown) => {
        observeTask(task.name, false)
        log.error({ err: error, task: task.name }, 'background task failed, retrying')
        return false
      },
    )
    if (more !== true) await sleep(more || pauseMs, undefined, { signal }).catch(() => undefined)
    pauseMs = more ? task.pauseMs : nextIdlePause(task.pauseMs, pauseMs)
  }
}
