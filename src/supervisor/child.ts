import process from 'node:process'
import { readConfig } from '#app/config.ts'
import { exitOnFatalError } from '#app/exit-on-fatal-error.ts'
import { createLog } from '#app/log.ts'
import { openTracing } from '#app/open-tracing.ts'
import { sendMessage } from '#http/monitoring/send-message.ts'
import { sayAlive } from './heartbeat.ts'
import type { ReadyMessage, StartMessage } from './messages.ts'

// Process under the supervisor: `api` or `worker`, by its argument. Loads its modules while the database starts, and
// begins with the start message.

const ROLES = {
  api: () => import('#app/api-process.ts').then(({ startApi }) => startApi),
  worker: () => import('#app/worker-process.ts').then(({ startWorker }) => startWorker),
}

const role = process.argv[2] as keyof typeof ROLES
const started = Promise.withResolvers<StartMessage>()
let tracing: { close(): Promise<void> } | undefined
let running: { close(): Promise<void> } | undefined

process.on('message', (message: StartMessage) => {
  if (message.kind === 'start') started.resolve(message)
})
// The terminal's Ctrl-C reaches every process, but only the supervisor ends this one, with SIGTERM.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', stop)
process.on('disconnect', () => process.exit(0))
sayAlive()

const start = await ROLES[role]()
const { databaseUrl, secrets } = await started.promise
const config = readConfig({ ...process.env, ...secrets })
const log = createLog(config.logLevel, role)
exitOnFatalError(log)
tracing = await openTracing(config, role, log)
running = await start({ ...config, databaseUrl })
sendMessage<ReadyMessage>(process, { kind: 'ready' })

async function stop(): Promise<void> {
  await running?.close()
  await tracing?.close()
  process.exit(0)
}
