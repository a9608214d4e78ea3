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
const config = readConfig(process.env)
const log = createLog(config.logLevel, role)
const tracing = await openTracing(config, role, log)
const started = Promise.withResolvers<string>()
let running: { close(): Promise<void> } | undefined

process.on('message', (message: StartMessage) => {
  if (message.kind === 'start') started.resolve(message.databaseUrl)
})
// The terminal's Ctrl-C reaches every process, but only the supervisor ends this one, with SIGTERM.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', stop)
process.on('disconnect', () => process.exit(0))
sayAlive()
exitOnFatalError(log)

const start = await ROLES[role]()
running = await start({ ...config, databaseUrl: await started.promise })
sendMessage<ReadyMessage>(process, { kind: 'ready' })

async function stop(): Promise<void> {
  await running?.close()
  await tracing?.close()
  process.exit(0)
}
